import { addDays, format } from 'date-fns';
import { CalendarIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Calendar } from '@/components/ui/calendar';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { cn } from '@/lib/utils';

export default function Dates() {
  const [date, setDate] = useState();
  const [day, setDay] = useState(new Date(2026, 2, 14));
  const [range, setRange] = useState({ from: new Date(2026, 2, 9), to: addDays(new Date(2026, 2, 9), 9) });
  const [birthday, setBirthday] = useState();

  return (
    <div className="space-y-6">
      <h1 className="font-semibold text-2xl tracking-tight">Dates</h1>
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="outline" className={cn('w-[280px] justify-start text-left font-normal', !date && 'text-muted-foreground')}>
            <CalendarIcon className="mr-2 h-4 w-4" />
            {date ? format(date, 'PPP') : <span>Pick a date</span>}
          </Button>
        </PopoverTrigger>
        <PopoverContent className="w-auto p-0">
          <Calendar mode="single" selected={date} onSelect={setDate} defaultMonth={new Date(2026, 2, 1)} initialFocus />
        </PopoverContent>
      </Popover>
      <div className="flex flex-wrap items-start gap-6">
        <Card>
          <CardHeader>
            <CardTitle>One day</CardTitle>
            <CardDescription>{day ? format(day, 'PPP') : 'None'}</CardDescription>
          </CardHeader>
          <CardContent>
            <Calendar
              mode="single"
              selected={day}
              onSelect={setDay}
              defaultMonth={day}
              className="rounded-md border"
              disabled={{ dayOfWeek: [0] }}
            />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Some days</CardTitle>
            <CardDescription>The studio is closed between them.</CardDescription>
          </CardHeader>
          <CardContent>
            <Calendar mode="range" defaultMonth={range.from} selected={range} onSelect={setRange} />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Birthday</CardTitle>
            <CardDescription>Words of an older calendar.</CardDescription>
          </CardHeader>
          <CardContent>
            <Calendar
              mode="single"
              captionLayout="dropdown-buttons"
              fromYear={1990}
              toYear={2026}
              selected={birthday}
              onSelect={setBirthday}
              defaultMonth={new Date(2001, 4, 1)}
              classNames={{ day_today: 'underline', head_cell: 'text-muted-foreground w-8 font-normal text-xs' }}
            />
          </CardContent>
        </Card>
      </div>
    </div>
  );
}
