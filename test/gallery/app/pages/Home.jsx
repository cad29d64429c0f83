import { ArrowUpRight, MoreHorizontal, Package, Plus, TrendingUp, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Area, AreaChart, Bar, BarChart, CartesianGrid, Cell, Pie, PieChart, XAxis, YAxis } from 'recharts';
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert';
import { Avatar, AvatarFallback, AvatarImage } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardAction, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '@/components/ui/card';
import { ChartContainer, ChartLegend, ChartLegendContent, ChartTooltip, ChartTooltipContent } from '@/components/ui/chart';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import {
  Pagination,
  PaginationContent,
  PaginationEllipsis,
  PaginationItem,
  PaginationLink,
  PaginationNext,
  PaginationPrevious,
} from '@/components/ui/pagination';
import { Progress } from '@/components/ui/progress';
import { Table, TableBody, TableCaption, TableCell, TableFooter, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';

const months = [
  { month: 'January', studio: 186, classes: 80 },
  { month: 'February', studio: 305, classes: 200 },
  { month: 'March', studio: 237, classes: 120 },
  { month: 'April', studio: 173, classes: 190 },
  { month: 'May', studio: 209, classes: 130 },
  { month: 'June', studio: 264, classes: 140 },
];

const chartConfig = {
  studio: { label: 'Studio', color: 'var(--chart-1)' },
  classes: { label: 'Classes', color: 'hsl(var(--chart-2))' },
};

const glazes = [
  { glaze: 'celadon', pieces: 42, fill: 'var(--color-celadon)' },
  { glaze: 'tenmoku', pieces: 31, fill: 'var(--color-tenmoku)' },
  { glaze: 'shino', pieces: 18, fill: 'var(--color-shino)' },
];

const glazeConfig = {
  pieces: { label: 'Pieces' },
  celadon: { label: 'Celadon', color: 'var(--chart-2)' },
  tenmoku: { label: 'Tenmoku', color: 'var(--chart-4)' },
  shino: { label: 'Shino', color: 'var(--chart-3)' },
};

const orders = [
  { id: 'FS-1042', customer: 'Anouk Brandt', initials: 'AB', status: 'Fired', total: 128 },
  { id: 'FS-1041', customer: 'Tomás Rivera', initials: 'TR', status: 'Glazing', total: 64 },
  { id: 'FS-1040', customer: 'Priya Nair', initials: 'PN', status: 'Drying', total: 212 },
  { id: 'FS-1039', customer: 'Jonas Weiss', initials: 'JW', status: 'Cracked', total: 48 },
];

const statusVariant = { Fired: 'default', Glazing: 'secondary', Drying: 'outline', Cracked: 'destructive' };

function Stat({ title, value, change, icon: Icon }) {
  return (
    <Card className="gap-2">
      <CardHeader>
        <CardDescription>{title}</CardDescription>
        <CardTitle className="font-semibold text-2xl tabular-nums">{value}</CardTitle>
        <CardAction>
          <Badge variant="outline">
            <TrendingUp />
            {change}
          </Badge>
        </CardAction>
      </CardHeader>
      <CardFooter className="gap-1.5 text-muted-foreground text-sm">
        <Icon className="size-4" /> than last month
      </CardFooter>
    </Card>
  );
}

export default function Home() {
  const [page, setPage] = useState(1);
  const total = useMemo(() => orders.reduce((sum, order) => sum + order.total, 0), []);

  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-2xl tracking-tight">Good morning, Mara</h1>
          <p className="text-muted-foreground">The kiln is free until Thursday.</p>
        </div>
        <div className="flex gap-2">
          <Button variant="outline">Export</Button>
          <Button>
            <Plus /> New order
          </Button>
        </div>
      </div>

      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Stat title="Pieces sold" value="412" change="+12%" icon={Package} />
        <Stat title="Students" value="86" change="+4%" icon={Users} />
        <Card className="gap-4 sm:col-span-2 lg:col-span-1">
          <CardHeader>
            <CardDescription>Kiln load</CardDescription>
            <CardTitle className="font-semibold text-2xl tabular-nums">68%</CardTitle>
          </CardHeader>
          <CardContent>
            <Progress value={68} aria-label="Kiln load" />
          </CardContent>
        </Card>
      </div>

      <Alert>
        <ArrowUpRight />
        <AlertTitle>Glaze delivery on Wednesday</AlertTitle>
        <AlertDescription>The studio must be staffed before nine.</AlertDescription>
      </Alert>

      <div className="grid gap-4 lg:grid-cols-3">
        <Card className="lg:col-span-2">
          <CardHeader>
            <CardTitle>Income</CardTitle>
            <CardDescription>January to June</CardDescription>
          </CardHeader>
          <CardContent>
            <Tabs defaultValue="area">
              <TabsList>
                <TabsTrigger value="area">Over time</TabsTrigger>
                <TabsTrigger value="bar">Compared</TabsTrigger>
                <TabsTrigger value="none" disabled>
                  Forecast
                </TabsTrigger>
              </TabsList>
              <TabsContent value="area">
                <ChartContainer config={chartConfig} className="h-64 w-full">
                  <AreaChart accessibilityLayer data={months} margin={{ left: 12, right: 12 }}>
                    <CartesianGrid vertical={false} />
                    <XAxis dataKey="month" tickLine={false} axisLine={false} tickMargin={8} tickFormatter={(value) => value.slice(0, 3)} />
                    <ChartTooltip cursor={false} content={<ChartTooltipContent indicator="line" />} />
                    <Area
                      dataKey="classes"
                      type="natural"
                      fill="var(--color-classes)"
                      fillOpacity={0.3}
                      stroke="var(--color-classes)"
                      stackId="a"
                    />
                    <Area
                      dataKey="studio"
                      type="natural"
                      fill="var(--color-studio)"
                      fillOpacity={0.3}
                      stroke="var(--color-studio)"
                      stackId="a"
                    />
                    <ChartLegend content={<ChartLegendContent />} />
                  </AreaChart>
                </ChartContainer>
              </TabsContent>
              <TabsContent value="bar">
                <ChartContainer config={chartConfig} className="h-64 w-full">
                  <BarChart accessibilityLayer data={months}>
                    <CartesianGrid vertical={false} />
                    <XAxis dataKey="month" tickLine={false} axisLine={false} tickFormatter={(value) => value.slice(0, 3)} />
                    <YAxis tickLine={false} axisLine={false} width={32} />
                    <ChartTooltip content={<ChartTooltipContent indicator="dashed" />} />
                    <Bar dataKey="studio" fill="var(--color-studio)" radius={4} />
                    <Bar dataKey="classes" fill="var(--color-classes)" radius={4} />
                  </BarChart>
                </ChartContainer>
              </TabsContent>
            </Tabs>
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Glazes</CardTitle>
            <CardDescription>Pieces this month</CardDescription>
          </CardHeader>
          <CardContent>
            <ChartContainer config={glazeConfig} className="mx-auto aspect-square max-h-64">
              <PieChart>
                <ChartTooltip content={<ChartTooltipContent hideLabel nameKey="glaze" />} />
                <Pie data={glazes} dataKey="pieces" nameKey="glaze" innerRadius={56} strokeWidth={2}>
                  {glazes.map((entry) => (
                    <Cell key={entry.glaze} fill={entry.fill} />
                  ))}
                </Pie>
                <ChartLegend content={<ChartLegendContent nameKey="glaze" />} />
              </PieChart>
            </ChartContainer>
          </CardContent>
        </Card>
      </div>

      <Card>
        <CardHeader className="border-b">
          <CardTitle>Orders</CardTitle>
          <CardDescription>The last four</CardDescription>
          <CardAction>
            <Button variant="outline" size="sm">
              See all
            </Button>
          </CardAction>
        </CardHeader>
        <CardContent>
          <Table>
            <TableCaption>Orders of this week.</TableCaption>
            <TableHeader>
              <TableRow>
                <TableHead>Order</TableHead>
                <TableHead>Customer</TableHead>
                <TableHead>Status</TableHead>
                <TableHead className="text-right">Total</TableHead>
                <TableHead className="w-10">
                  <span className="sr-only">Actions</span>
                </TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {orders.map((order) => (
                <TableRow key={order.id}>
                  <TableCell className="font-medium">{order.id}</TableCell>
                  <TableCell>
                    <div className="flex items-center gap-2">
                      <Avatar className="size-7">
                        <AvatarImage src="data:," alt="" />
                        <AvatarFallback className="text-xs">{order.initials}</AvatarFallback>
                      </Avatar>
                      {order.customer}
                    </div>
                  </TableCell>
                  <TableCell>
                    <Badge variant={statusVariant[order.status]}>{order.status}</Badge>
                  </TableCell>
                  <TableCell className="text-right tabular-nums">${order.total.toFixed(2)}</TableCell>
                  <TableCell>
                    <DropdownMenu>
                      <DropdownMenuTrigger asChild>
                        <Button variant="ghost" size="icon" className="size-8">
                          <MoreHorizontal />
                          <span className="sr-only">Open menu</span>
                        </Button>
                      </DropdownMenuTrigger>
                      <DropdownMenuContent align="end">
                        <DropdownMenuLabel>Actions</DropdownMenuLabel>
                        <DropdownMenuItem>View order</DropdownMenuItem>
                        <DropdownMenuSeparator />
                        <DropdownMenuItem variant="destructive">Delete</DropdownMenuItem>
                      </DropdownMenuContent>
                    </DropdownMenu>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
            <TableFooter>
              <TableRow>
                <TableCell colSpan={3}>Total</TableCell>
                <TableCell className="text-right tabular-nums">${total.toFixed(2)}</TableCell>
                <TableCell />
              </TableRow>
            </TableFooter>
          </Table>
        </CardContent>
        <CardFooter>
          <Pagination>
            <PaginationContent>
              <PaginationItem>
                <PaginationPrevious href="#" onClick={() => setPage(Math.max(1, page - 1))} />
              </PaginationItem>
              {[1, 2, 3].map((number) => (
                <PaginationItem key={number}>
                  <PaginationLink href="#" isActive={page === number} onClick={() => setPage(number)}>
                    {number}
                  </PaginationLink>
                </PaginationItem>
              ))}
              <PaginationItem>
                <PaginationEllipsis />
              </PaginationItem>
              <PaginationItem>
                <PaginationNext href="#" onClick={() => setPage(page + 1)} />
              </PaginationItem>
            </PaginationContent>
          </Pagination>
        </CardFooter>
      </Card>
    </div>
  );
}
