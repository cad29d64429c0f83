import { zodResolver } from '@hookform/resolvers/zod';
import { AlignCenter, AlignLeft, AlignRight, Bold, Italic, Loader2, Mail, Trash2, Underline } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Form, FormControl, FormDescription, FormField, FormItem, FormLabel, FormMessage } from '@/components/ui/form';
import { Input } from '@/components/ui/input';
import { InputOTP, InputOTPGroup, InputOTPSeparator, InputOTPSlot } from '@/components/ui/input-otp';
import { Label } from '@/components/ui/label';
import { RadioGroup, RadioGroupItem } from '@/components/ui/radio-group';
import {
  Select,
  SelectContent,
  SelectGroup,
  SelectItem,
  SelectLabel,
  SelectSeparator,
  SelectTrigger,
  SelectValue,
} from '@/components/ui/select';
import { Slider } from '@/components/ui/slider';
import { Switch } from '@/components/ui/switch';
import { Textarea } from '@/components/ui/textarea';
import { Toggle } from '@/components/ui/toggle';
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group';
import { toast } from '@/hooks/use-toast';

const formSchema = z.object({
  name: z.string().min(2, { message: 'Name must be at least 2 characters.' }),
  email: z.string().email({ message: 'Enter an email address.' }),
  course: z.string({ required_error: 'Choose a course.' }).min(1, { message: 'Choose a course.' }),
  notes: z.string().max(160).optional(),
  terms: z.boolean().refine((value) => value, { message: 'Please agree to the studio rules.' }),
});

function SignUpForm() {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { name: '', email: '', course: '', notes: '', terms: false },
  });

  function onSubmit(values) {
    toast({ title: 'You are in', description: `${values.name}, see you on Tuesday.` });
  }

  return (
    <Form {...form}>
      <form onSubmit={form.handleSubmit(onSubmit)} className="space-y-6">
        <FormField
          control={form.control}
          name="name"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Name</FormLabel>
              <FormControl>
                <Input placeholder="Ada" {...field} />
              </FormControl>
              <FormDescription>As it should stand on your shelf.</FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="email"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Email</FormLabel>
              <FormControl>
                <Input type="email" placeholder="ada@example.com" {...field} />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="course"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Course</FormLabel>
              <Select onValueChange={field.onChange} defaultValue={field.value}>
                <FormControl>
                  <SelectTrigger>
                    <SelectValue placeholder="Choose a course" />
                  </SelectTrigger>
                </FormControl>
                <SelectContent>
                  <SelectItem value="wheel">Wheel throwing</SelectItem>
                  <SelectItem value="hand">Hand building</SelectItem>
                  <SelectItem value="glaze">Glazing</SelectItem>
                </SelectContent>
              </Select>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="notes"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Notes</FormLabel>
              <FormControl>
                <Textarea placeholder="Anything we should know?" className="resize-none" {...field} />
              </FormControl>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="terms"
          render={({ field }) => (
            <FormItem className="flex flex-row items-start space-x-3 space-y-0">
              <FormControl>
                <Checkbox checked={field.value} onCheckedChange={field.onChange} />
              </FormControl>
              <div className="space-y-1 leading-none">
                <FormLabel>I keep to the studio rules</FormLabel>
                <FormMessage />
              </div>
            </FormItem>
          )}
        />
        <Button type="submit">Sign up</Button>
      </form>
    </Form>
  );
}

export default function Controls() {
  const [code, setCode] = useState('');
  const [temperature, setTemperature] = useState([40]);
  const [isOn, setIsOn] = useState(true);
  const [some, setSome] = useState('indeterminate');

  return (
    <div className="space-y-6">
      <h1 className="font-semibold text-2xl tracking-tight">Controls</h1>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>Join a course</CardTitle>
            <CardDescription>Six evenings, clay included.</CardDescription>
          </CardHeader>
          <CardContent>
            <SignUpForm />
          </CardContent>
        </Card>

        <div className="space-y-6">
          <Card>
            <CardHeader>
              <CardTitle>Buttons</CardTitle>
            </CardHeader>
            <CardContent className="space-y-4">
              <div className="flex flex-wrap gap-2">
                <Button>Default</Button>
                <Button variant="secondary">Secondary</Button>
                <Button variant="outline">Outline</Button>
                <Button variant="ghost">Ghost</Button>
                <Button variant="destructive">
                  <Trash2 /> Delete
                </Button>
                <Button variant="link">Link</Button>
              </div>
              <div className="flex flex-wrap items-center gap-2">
                <Button size="sm">Small</Button>
                <Button size="lg">Large</Button>
                <Button size="icon" variant="outline" aria-label="Mail">
                  <Mail className="h-4 w-4" />
                </Button>
                <Button disabled>
                  <Loader2 className="animate-spin" /> Please wait
                </Button>
                <Button asChild variant="outline">
                  <a href="#top">Opening hours</a>
                </Button>
              </div>
              <div className="flex flex-wrap gap-2">
                <Badge>Default</Badge>
                <Badge variant="secondary">Secondary</Badge>
                <Badge variant="outline">Outline</Badge>
                <Badge variant="destructive">Destructive</Badge>
              </div>
              <div className="flex flex-wrap items-center gap-2">
                <Toggle aria-label="Toggle bold">
                  <Bold className="h-4 w-4" />
                </Toggle>
                <Toggle variant="outline" aria-label="Toggle italic" defaultPressed>
                  <Italic />
                </Toggle>
                <ToggleGroup type="single" defaultValue="left" variant="outline">
                  <ToggleGroupItem value="left" aria-label="Left">
                    <AlignLeft />
                  </ToggleGroupItem>
                  <ToggleGroupItem value="center" aria-label="Center">
                    <AlignCenter />
                  </ToggleGroupItem>
                  <ToggleGroupItem value="right" aria-label="Right">
                    <AlignRight />
                  </ToggleGroupItem>
                </ToggleGroup>
                <ToggleGroup type="multiple">
                  <ToggleGroupItem value="underline" aria-label="Underline">
                    <Underline />
                  </ToggleGroupItem>
                </ToggleGroup>
              </div>
            </CardContent>
          </Card>

          <Card>
            <CardHeader>
              <CardTitle>Kiln</CardTitle>
              <CardDescription>Settings for the next firing.</CardDescription>
            </CardHeader>
            <CardContent className="space-y-6">
              <div className="space-y-2">
                <Label htmlFor="program">Program</Label>
                <Select defaultValue="bisque">
                  <SelectTrigger id="program" className="w-[220px]">
                    <SelectValue placeholder="Select a program" />
                  </SelectTrigger>
                  <SelectContent>
                    <SelectGroup>
                      <SelectLabel>Low</SelectLabel>
                      <SelectItem value="bisque">Bisque</SelectItem>
                      <SelectItem value="lustre">Lustre</SelectItem>
                    </SelectGroup>
                    <SelectSeparator />
                    <SelectGroup>
                      <SelectLabel>High</SelectLabel>
                      <SelectItem value="stoneware">Stoneware</SelectItem>
                      <SelectItem value="porcelain" disabled>
                        Porcelain
                      </SelectItem>
                    </SelectGroup>
                  </SelectContent>
                </Select>
              </div>
              <div className="space-y-3">
                <div className="flex justify-between text-sm">
                  <Label>Temperature</Label>
                  <span data-testid="temperature" className="text-muted-foreground tabular-nums">
                    {temperature[0]}%
                  </span>
                </div>
                <Slider value={temperature} onValueChange={setTemperature} max={100} step={5} aria-label="Temperature" />
                <Slider defaultValue={[20, 70]} />
              </div>
              <div className="flex items-center justify-between gap-4">
                <Label htmlFor="notify">Tell me when it is done</Label>
                <Switch id="notify" checked={isOn} onCheckedChange={setIsOn} />
              </div>
              <RadioGroup defaultValue="slow">
                <div className="flex items-center space-x-2">
                  <RadioGroupItem value="slow" id="slow" />
                  <Label htmlFor="slow">Slow</Label>
                </div>
                <div className="flex items-center space-x-2">
                  <RadioGroupItem value="fast" id="fast" />
                  <Label htmlFor="fast">Fast</Label>
                </div>
              </RadioGroup>
              <div className="flex items-center space-x-2">
                <Checkbox id="some" checked={some} onCheckedChange={setSome} />
                <Label htmlFor="some">All shelves</Label>
              </div>
              <div className="space-y-2">
                <Label htmlFor="code">Door code</Label>
                <InputOTP id="code" maxLength={6} value={code} onChange={setCode}>
                  <InputOTPGroup>
                    <InputOTPSlot index={0} />
                    <InputOTPSlot index={1} />
                    <InputOTPSlot index={2} />
                  </InputOTPGroup>
                  <InputOTPSeparator />
                  <InputOTPGroup>
                    <InputOTPSlot index={3} />
                    <InputOTPSlot index={4} />
                    <InputOTPSlot index={5} />
                  </InputOTPGroup>
                </InputOTP>
              </div>
              <div className="grid gap-2">
                <Label htmlFor="picture">Picture</Label>
                <Input id="picture" type="file" />
              </div>
              <div className="grid gap-2">
                <Label htmlFor="locked">Locked</Label>
                <Input id="locked" disabled value="Only the owner" readOnly />
              </div>
            </CardContent>
          </Card>

          <Alert variant="destructive">
            <Trash2 />
            <AlertTitle>Shelf 3 is full</AlertTitle>
            <AlertDescription>Collect your pieces before Friday.</AlertDescription>
          </Alert>
        </div>
      </div>
    </div>
  );
}
