// Apps as models write them elsewhere, written for these tests: folders, routers and habits of Base44, Lovable, Bolt and Vite.

/** What a person does in an app, and what it shows then. */
interface Use {
  readonly fill?: readonly [placeholder: string, text: string];
  readonly click: string;
  readonly shows: string;
}

export interface ImportedApp {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The heading that it opens with. */
  readonly heading: string;
  readonly use: Use;
  /** A path of its own router, and the heading there. */
  readonly at?: readonly [path: string, heading: string];
  /** Servers that its report names. */
  readonly backEnds?: readonly string[];
}

const HTML = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body><div id="root"></div></body></html>`;
const MAIN = `import React from 'react'
import ReactDOM from 'react-dom/client'
import App from '@/App.jsx'
import '@/index.css'

ReactDOM.createRoot(document.getElementById('root')).render(
  <App />
)`;
const VITE_MAIN = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.tsx';
import './index.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>
);`;
const CSS = `@import url('https://fonts.googleapis.com/css2?family=Inter');
@tailwind base;
@tailwind components;
@tailwind utilities;
@layer base {
  :root { --background: 0 0% 100%; --foreground: 222 47% 11%; --primary: 262 83% 58%; --brand: 24 95% 53%; }
  * { @apply border-border; }
  body { @apply bg-background text-foreground; }
}`;
const KIT_BUTTON = `import * as React from "react"
import { Slot } from "@radix-ui/react-slot"
import { cva } from "class-variance-authority"
const buttonVariants = cva("inline-flex")
const Button = React.forwardRef(({ asChild = false, ...props }, ref) => { const Comp = asChild ? Slot : "button"; return <Comp ref={ref} {...props} /> })
export { Button, buttonVariants }`;
const CN = `import { clsx } from "clsx"
import { twMerge } from "tailwind-merge"
export function cn(...inputs) { return twMerge(clsx(inputs)) }`;
const CLIENT = `import { createClient } from '@base44/sdk';
export const base44 = createClient({ appId: "0123456789abcdef", requiresAuth: true });`;

const legacyBase44: ImportedApp = {
  name: 'base44-legacy',
  heading: 'My tasks',
  use: { fill: ['What is next?', 'Water the plants'], click: 'Add', shows: 'Water the plants' },
  at: ['/About', 'About the team'],
  files: {
    'index.html': HTML('Base44 APP'),
    'package.json': '{ "name": "base44-app" }',
    'components.json': '{}',
    'src/main.jsx': MAIN,
    'src/index.css': CSS,
    'src/App.css': '#root { min-height: 100vh; }',
    'src/App.jsx': `import './App.css'
import Pages from "@/pages/index.jsx"
import { Toaster } from "@/components/ui/toaster"

function App() {
  return (
    <>
      <Pages />
      <Toaster />
    </>
  )
}

export default App`,
    'src/api/base44Client.js': CLIENT,
    'src/api/entities.js': `import { base44 } from './base44Client';
export const Task = base44.entities.Task;
export const User = base44.auth;`,
    'src/api/integrations.js': `import { base44 } from './base44Client';
export const Core = base44.integrations.Core;
export const InvokeLLM = base44.integrations.Core.InvokeLLM;`,
    'src/utils/index.ts': `export function createPageUrl(pageName: string) {
    return '/' + pageName.toLowerCase().replace(/ /g, '-');
}`,
    'src/lib/utils.js': CN,
    'src/components/ui/button.jsx': KIT_BUTTON,
    'src/pages/index.jsx': `import Layout from "./Layout.jsx";
import Tasks from "./Tasks";
import About from "./About";
import { BrowserRouter as Router, Route, Routes, useLocation } from 'react-router-dom';

const PAGES = { Tasks: Tasks, About: About }

function _getCurrentPage(url) {
    if (url.endsWith('/')) url = url.slice(0, -1);
    let urlLastPart = url.split('/').pop();
    const pageName = Object.keys(PAGES).find(page => page.toLowerCase() === urlLastPart.toLowerCase());
    return pageName || Object.keys(PAGES)[0];
}

function PagesContent() {
    const location = useLocation();
    const currentPage = _getCurrentPage(location.pathname);
    return (
        <Layout currentPageName={currentPage}>
            <Routes>
                <Route path="/" element={<Tasks />} />
                <Route path="/Tasks" element={<Tasks />} />
                <Route path="/About" element={<About />} />
            </Routes>
        </Layout>
    );
}

export default function Pages() {
    return (<Router><PagesContent /></Router>);
}`,
    'src/pages/Layout.jsx': `import React from "react";
import { Link } from "react-router-dom";
import { createPageUrl } from "@/utils";
import { User } from "@/api/entities";

export default function Layout({ children, currentPageName }) {
  const [user, setUser] = React.useState(null);
  React.useEffect(() => { User.me().then(setUser).catch(() => {}); }, []);
  return <div className="p-6"><nav className="flex gap-4"><Link to={createPageUrl("Tasks")}>Tasks</Link><Link to={createPageUrl("About")}>About</Link>
    <span>{user ? user.full_name : ""}</span></nav>{children}<footer>{currentPageName}</footer></div>;
}`,
    'src/pages/Tasks.jsx': `import React, { useState, useEffect } from "react";
import { Task, User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { format } from "date-fns";
import TaskRow from "../components/tasks/TaskRow";

export default function Tasks() {
  const [tasks, setTasks] = useState([]);
  const [title, setTitle] = useState("");
  const loadTasks = async () => {
    const user = await User.me();
    const data = await Task.filter({ created_by: user.email }, "-created_date", 50);
    setTasks(data);
  };
  useEffect(() => { loadTasks().catch(console.warn); }, []);
  const add = async () => { await Task.create({ title, status: "todo" }); setTitle(""); loadTasks(); };
  return (
    <div className="space-y-4">
      <h1 className="text-2xl font-bold">My tasks</h1>
      <Input placeholder="What is next?" value={title} onChange={(e) => setTitle(e.target.value)} />
      <Button onClick={add}>Add</Button>
      {tasks.map((task) => <TaskRow key={task.id} task={task} date={format(new Date(task.created_date), "yyyy")} />)}
    </div>
  );
}`,
    'src/pages/About.jsx': 'export default function About() { return <h1>About the team</h1>; }',
    'src/components/tasks/TaskRow.jsx':
      'export default function TaskRow({ task, date }) { return <p>{task.title} <small>{date}</small></p>; }',
    'entities/Task.json':
      '{ "name": "Task", "type": "object", "properties": { "title": { "type": "string" }, "status": { "type": "string", "enum": ["todo", "done"] } }, "required": ["title"] }',
  },
};

const newBase44: ImportedApp = {
  name: 'base44-pages-config',
  heading: 'Orders',
  use: { click: 'New order', shows: 'Order 1' },
  at: ['/Reports', 'Reports'],
  files: {
    'index.html': HTML('Orders'),
    'base44/config.jsonc': '{}',
    'base44/entities/Order.jsonc': `{
  // Orders of customers
  "name": "Order", "type": "object",
  "properties": { "number": { "type": "number" }, "status": { "type": "string", "enum": ["open", "sent"], "default": "open" }, },
  "rls": { "create": { "created_by": "{{user.email}}" }, "read": { "created_by": "{{user.email}}" },
    "update": { "$or": [{ "created_by": "{{user.email}}" }, { "user_condition": { "role": "admin" } }] }, "delete": { "user_condition": { "role": "admin" } } }
}`,
    'base44/functions/sendInvoice/entry.ts': 'Deno.serve(() => new Response("ok"));',
    'src/main.jsx': MAIN,
    'src/index.css': CSS,
    'src/pages.config.js': `import Orders from './pages/Orders';
import Reports from './pages/Reports';
import __Layout from './Layout.jsx';

export const PAGES = { "Orders": Orders, "Reports": Reports }

export const pagesConfig = { mainPage: "Orders", Pages: PAGES, Layout: __Layout };`,
    'src/Layout.jsx': `export default function Layout({ children, currentPageName }) {
  return <main className="p-6"><p data-page>{currentPageName}</p>{children}</main>;
}`,
    'src/App.jsx': `import { Toaster } from "@/components/ui/toaster"
import NavigationTracker from '@/lib/NavigationTracker'
import { pagesConfig } from './pages.config'
import { BrowserRouter as Router, Route, Routes } from 'react-router-dom';
import PageNotFound from './lib/PageNotFound';
import { AuthProvider, useAuth } from '@/lib/AuthContext';

const { Pages, Layout, mainPage } = pagesConfig;
const mainPageKey = mainPage ?? Object.keys(Pages)[0];
const MainPage = mainPageKey ? Pages[mainPageKey] : <></>;
const LayoutWrapper = ({ children, currentPageName }) => Layout ?
  <Layout currentPageName={currentPageName}>{children}</Layout> : <>{children}</>;

const AuthenticatedApp = () => {
  const { isLoadingAuth, isLoadingPublicSettings, authError, navigateToLogin } = useAuth();
  if (isLoadingPublicSettings || isLoadingAuth) return <div className="fixed inset-0">Loading</div>;
  if (authError) { navigateToLogin(); return null; }
  return (
    <Routes>
      <Route path="/" element={<LayoutWrapper currentPageName={mainPageKey}><MainPage /></LayoutWrapper>} />
      {Object.entries(Pages).map(([path, Page]) => (
        <Route key={path} path={\`/\${path}\`} element={<LayoutWrapper currentPageName={path}><Page /></LayoutWrapper>} />
      ))}
      <Route path="*" element={<PageNotFound />} />
    </Routes>
  );
};

function App() {
  return (
    <AuthProvider>
      <Router>
        <NavigationTracker />
        <AuthenticatedApp />
      </Router>
      <Toaster />
    </AuthProvider>
  )
}

export default App`,
    'src/api/base44Client.js': `import { createClient } from '@base44/sdk';
import { appParams } from '@/lib/app-params';
const { appId, token, functionsVersion } = appParams;
export const base44 = createClient({ appId, token, functionsVersion, requiresAuth: false });`,
    'src/lib/app-params.js': `const isNode = typeof window === 'undefined';
export const appParams = { appId: import.meta.env.VITE_BASE44_APP_ID, base44: isNode };
// base44.
`,
    'src/lib/AuthContext.jsx': `import React, { createContext, useContext, useState, useEffect } from 'react';
import { base44 } from '@/api/base44Client';
import { appParams } from '@/lib/app-params';
import { createAxiosClient } from '@base44/sdk/dist/utils/axios-client';
export const AuthProvider = ({ children }) => children;
export const useAuth = () => useContext(createContext());`,
    'src/lib/NavigationTracker.jsx': `import { base44 } from '@/api/base44Client';
export default function NavigationTracker() { base44.appLogs.logUserInApp('x'); return null; }`,
    'src/lib/PageNotFound.jsx': 'export default function PageNotFound({}) { return <h1>404</h1>; }',
    'src/pages/Orders.jsx': `import { useEffect, useState } from 'react';
import { base44 } from '@/api/base44Client';
import { Button } from '@/components/ui/button';
import StatusBadge from '@/components/ui/StatusBadge';

export default function Orders() {
  const [orders, setOrders] = useState([]);
  useEffect(() => { base44.entities.Order.list('-created_date').then(setOrders); }, []);
  const add = async () => {
    const order = await base44.entities.Order.create({ number: orders.length + 1 });
    base44.analytics.track({ eventName: 'order' });
    setOrders([order, ...orders]);
  };
  return <section><h1>Orders</h1><Button onClick={add}>New order</Button>
    {orders.map((order) => <p key={order.id}>Order {order.number} <StatusBadge status={order.status} /></p>)}</section>;
}`,
    'src/pages/Reports.jsx': 'export default function Reports() { return <h1>Reports</h1>; }',
    'src/components/ui/StatusBadge.jsx': `import { Badge } from './badge';
export default function StatusBadge({ status }) { return <Badge>{status ?? 'open'}</Badge>; }`,
  },
};

const editorBase44: ImportedApp = {
  name: 'base44-editor',
  heading: 'Expenses',
  use: { fill: ['Amount', '12'], click: 'Save', shows: '12 €' },
  files: {
    'Layout.js': 'export default function Layout({ children }) { return <div className="min-h-screen">{children}</div>; }',
    'entities/Expense.json': '{ "name": "Expense", "type": "object", "properties": { "amount": { "type": "number" } } }',
    'pages/Home.js': `import React from "react";
import { Expense } from "@/entities/all";
import { InvokeLLM } from "@/integrations/Core";
import { createPageUrl } from "@/utils";
import { useToast } from "@/components/ui/use-toast";
import ExpenseList from "../components/ExpenseList";

export default function Home() {
  const [amount, setAmount] = React.useState("");
  const [rows, setRows] = React.useState([]);
  const { toast } = useToast();
  const load = () => Expense.list("-created_date").then(setRows);
  React.useEffect(() => { load(); }, []);
  const save = async () => { await Expense.create({ amount: parseFloat(amount), note: "not declared" }); toast({ title: "Saved" }); await load(); };
  return <div><h1>Expenses</h1><a href={createPageUrl("Home")}>Home</a>
    <input placeholder="Amount" value={amount} onChange={(e) => setAmount(e.target.value)} /><button onClick={save}>Save</button>
    <button onClick={() => InvokeLLM({ prompt: "Hi" })}>Ask</button><ExpenseList rows={rows} /></div>;
}`,
    'components/ExpenseList.js':
      'export default function ExpenseList({ rows }) { return rows.map((row) => <p key={row.id}>{row.amount} € {row.created_date ? "" : "undated"}</p>); }',
    'README.md': '# An app',
  },
};

const LOVABLE_APP = (routes: string, imports: string) => `import { Toaster } from "@/components/ui/toaster";
import { Toaster as Sonner } from "@/components/ui/sonner";
import { TooltipProvider } from "@/components/ui/tooltip";
import { BrowserRouter, Routes, Route } from "react-router-dom";
${imports}

const App = () => (
  <TooltipProvider>
    <Toaster />
    <Sonner />
    <BrowserRouter>
      <Routes>
${routes}
        {/* ADD ALL CUSTOM ROUTES ABOVE THE CATCH-ALL "*" ROUTE */}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </BrowserRouter>
  </TooltipProvider>
);

export default App;`;
const LOVABLE_NOT_FOUND = `import { useLocation } from "react-router-dom";
const NotFound = () => { const location = useLocation(); return <h1>Nothing at {location.pathname}</h1>; };
export default NotFound;`;
const TAILWIND = `import type { Config } from "tailwindcss";
export default {
  darkMode: ["class"],
  content: ["./src/**/*.{ts,tsx}"],
  theme: { container: { center: true }, extend: {
    colors: { border: "hsl(var(--border))", brand: { DEFAULT: "hsl(var(--brand))", light: "#fed7aa" } },
    keyframes: { "fade-in": { from: { opacity: "0" }, to: { opacity: "1" } } },
    animation: { "fade-in": "fade-in 0.1s ease-out" },
  } },
  plugins: [require("tailwindcss-animate")],
} satisfies Config;`;

const lovableList: ImportedApp = {
  name: 'lovable-list',
  heading: 'Reading list',
  use: { fill: ['Title', 'Dune'], click: 'Add book', shows: 'Dune' },
  at: ['/somewhere', 'Nothing at /somewhere'],
  files: {
    'index.html': HTML('reading-list-42'),
    'tailwind.config.ts': TAILWIND,
    'vite.config.ts': 'export default {};',
    'public/robots.txt': 'User-agent: *',
    'src/vite-env.d.ts': '/// <reference types="vite/client" />',
    'src/main.tsx': `import { createRoot } from "react-dom/client";
import App from "./App.tsx";
import "./index.css";

createRoot(document.getElementById("root")!).render(<App />);`,
    'src/index.css': CSS,
    'src/App.tsx': LOVABLE_APP(
      '        <Route path="/" element={<Index />} />',
      'import Index from "./pages/Index";\nimport NotFound from "./pages/NotFound";',
    ),
    'src/lib/utils.ts': CN.replace('...inputs', '...inputs: unknown[]').replace('clsx(inputs)', 'clsx(inputs as string[])'),
    'src/hooks/use-toast.ts':
      'import * as React from "react";\nfunction useToast() { return { toasts: [] }; }\nfunction toast() {}\nexport { useToast, toast };',
    'src/components/ui/button.tsx': KIT_BUTTON,
    'src/components/BookCard.tsx': `import { cn } from "@/lib/utils";
import { Card, CardContent } from "@/components/ui/card";
import type { Book } from "@/types/book";
export const BookCard = ({ book }: { book: Book }) => <Card className={cn("animate-fade-in", "border-brand")}><CardContent>{book.title}</CardContent></Card>;`,
    'src/types/book.ts': 'export interface Book { id: string; title: string }\nexport enum Shelf { Later = "later", Read = "read" }',
    'src/hooks/useBooks.ts': `import { useState } from "react";
import { Book, Shelf } from "@/types/book";
export function useBooks() {
  const [books, setBooks] = useState<Book[]>(() => JSON.parse(localStorage.getItem(Shelf.Later) ?? "[]"));
  const add = (title: string) => setBooks((all) => { const next = [...all, { id: String(all.length), title }]; localStorage.setItem(Shelf.Later, JSON.stringify(next)); return next; });
  return { books, add };
}`,
    'src/pages/Index.tsx': `import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/hooks/use-toast";
import { BookCard } from "@/components/BookCard";
import { useBooks } from "@/hooks/useBooks";
const Index = () => {
  const [title, setTitle] = useState("");
  const { books, add } = useBooks();
  const { toast } = useToast();
  return <div className="min-h-screen bg-brand-light"><h1 className="text-brand">Reading list</h1>
    <input placeholder="Title" value={title} onChange={(e) => setTitle(e.target.value)} />
    <Button variant="outline" onClick={() => { add(title); toast({ title: "Added" }); }}>Add book</Button>
    {books.map((book) => <BookCard key={book.id} book={book} />)}</div>;
};
export default Index;`,
    'src/pages/NotFound.tsx': LOVABLE_NOT_FOUND,
  },
};

const lovableSupabase: ImportedApp = {
  name: 'lovable-supabase',
  heading: 'Clients',
  use: { click: 'Load', shows: 'This app has no connection to Supabase here' },
  at: ['/auth', 'Sign in'],
  backEnds: ['Supabase'],
  files: {
    'index.html': HTML('Clients'),
    'supabase/migrations/1_start.sql': 'create table clients (id uuid);',
    'supabase/functions/notify/index.ts': 'Deno.serve(() => new Response());',
    '.env': 'VITE_SUPABASE_URL=https://abc.supabase.co',
    'src/main.tsx': VITE_MAIN,
    'src/index.css': CSS,
    'src/App.tsx': LOVABLE_APP(
      '        <Route path="/" element={<Index />} />\n        <Route path="/auth" element={<Auth />} />',
      'import Index from "./pages/Index";\nimport Auth from "./pages/Auth";\nimport NotFound from "./pages/NotFound";',
    ),
    'src/integrations/supabase/types.ts': 'export type Database = { public: { Tables: {} } };',
    'src/integrations/supabase/client.ts': `import { createClient } from '@supabase/supabase-js';
import type { Database } from './types';
const SUPABASE_URL = import.meta.env.VITE_SUPABASE_URL;
if (!SUPABASE_URL) throw new Error("Missing Supabase environment variables");
export const supabase = createClient<Database>(SUPABASE_URL, import.meta.env.VITE_SUPABASE_ANON_KEY, { auth: { storage: localStorage } });`,
    'src/hooks/useAuth.tsx': `import { createContext, useContext, useEffect, useState, ReactNode } from "react";
import { Session } from "@supabase/supabase-js";
import { supabase } from "@/integrations/supabase/client";
const AuthContext = createContext<{ session: Session | null }>({ session: null });
export function AuthProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    const { data: { subscription } } = supabase.auth.onAuthStateChange((_event, next) => setSession(next));
    supabase.auth.getSession().then(({ data }) => setSession(data.session));
    return () => subscription.unsubscribe();
  }, []);
  return <AuthContext.Provider value={{ session }}>{children}</AuthContext.Provider>;
}
export const useAuth = () => useContext(AuthContext);`,
    'src/pages/Index.tsx': `import { useState } from "react";
import { supabase } from "@/integrations/supabase/client";
import { AuthProvider, useAuth } from "@/hooks/useAuth";
const Content = () => {
  const { session } = useAuth();
  const [error, setError] = useState("");
  const load = async () => {
    const { data, error } = await supabase.from("clients").select("*").eq("active", true).order("name").limit(10);
    setError(error ? error.message : String(data.length));
  };
  return <main><h1>Clients</h1><p>{session ? "in" : "out"}</p><button onClick={load}>Load</button><p>{error}</p></main>;
};
export default function Index() { return <AuthProvider><Content /></AuthProvider>; }`,
    'src/pages/Auth.tsx': 'export default function Auth() { return <h1>Sign in</h1>; }',
    'src/pages/NotFound.tsx': LOVABLE_NOT_FOUND,
  },
};

const lovableShop: ImportedApp = {
  name: 'lovable-shop',
  heading: 'Shop',
  use: { click: 'Buy Lamp', shows: '1 in cart' },
  at: ['/product/2', 'Chair'],
  files: {
    'index.html': HTML('Shop'),
    'src/main.tsx': `import { createRoot } from 'react-dom/client'
import App from './App.tsx'
import './index.css'
import { CartProvider } from './contexts/CartContext'

createRoot(document.getElementById("root")!).render(<CartProvider><App /></CartProvider>);`,
    'src/index.css': CSS,
    'src/App.tsx': LOVABLE_APP(
      '        <Route path="/" element={<Index />} />\n        <Route path="/product/:id" element={<ProductDetail />} />',
      'import { lazy, Suspense } from "react";\nimport Index from "./pages/Index";\nimport NotFound from "./pages/NotFound";\nconst Lazy = lazy(() => import("./pages/ProductDetail"));\nconst ProductDetail = () => <Suspense fallback={<p>Loading</p>}><Lazy /></Suspense>;',
    ),
    'src/contexts/CartContext.tsx': `import React, { createContext, useContext, useReducer } from "react";
type Action = { type: "add"; id: number };
interface CartValue { items: number[]; dispatch: React.Dispatch<Action> }
const CartContext = createContext<CartValue | undefined>(undefined);
export const CartProvider: React.FC<{ children: React.ReactNode }> = ({ children }) => {
  const [items, dispatch] = useReducer((all: number[], action: Action) => [...all, action.id], []);
  return <CartContext.Provider value={{ items, dispatch }}>{children}</CartContext.Provider>;
};
export const useCart = () => { const value = useContext(CartContext); if (!value) throw new Error("useCart must be used within a CartProvider"); return value; };`,
    'src/data/products.ts':
      'export const products = [{ id: 1, name: "Lamp" }, { id: 2, name: "Chair" }] as const;\nexport type Product = (typeof products)[number];',
    'src/components/Header.tsx':
      'import { useCart } from "@/contexts/CartContext";\nexport default function Header() { const { items } = useCart(); return <header>{items.length} in cart</header>; }',
    'src/pages/Index.tsx': `import Header from "@/components/Header";
import { useCart } from "@/contexts/CartContext";
import { products } from "@/data/products";
import { useNavigate } from "react-router-dom";
const Index = () => {
  const { dispatch } = useCart();
  const navigate = useNavigate();
  return <div><Header /><h1>Shop</h1>{products.map((p) => <div key={p.id}><button onClick={() => dispatch({ type: "add", id: p.id })}>Buy {p.name}</button>
    <button onClick={() => navigate(\`/product/\${p.id}\`)}>Show {p.name}</button></div>)}</div>;
};
export default Index;`,
    'src/pages/ProductDetail.tsx': `import { useParams, Link } from "react-router-dom";
import { products, type Product } from "@/data/products";
const ProductDetail = () => {
  const { id } = useParams<{ id: string }>();
  const product: Product | undefined = products.find((p) => p.id === Number(id));
  return <div><Link to="/">Back</Link><h1>{product?.name ?? "Unknown"}</h1></div>;
};
export default ProductDetail;`,
    'src/pages/NotFound.tsx': LOVABLE_NOT_FOUND,
  },
};

const boltRouter: ImportedApp = {
  name: 'bolt-router',
  heading: 'Welcome, guest',
  use: { click: 'Log in as Ada', shows: 'Welcome, Ada' },
  at: ['/dashboard', 'Dashboard'],
  files: {
    'index.html': HTML('Vite + React + TS'),
    '.bolt/config.json': '{ "template": "bolt-vite-react-ts" }',
    'package.json': '{ "name": "vite-react-typescript-starter" }',
    'src/main.tsx': VITE_MAIN,
    'src/index.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;',
    'src/App.tsx': `import React from 'react';
import { BrowserRouter as Router, Routes, Route, Navigate, Outlet } from 'react-router-dom';
import { AuthProvider, useAuth } from './context/AuthContext';
import { Home, Dashboard } from './pages';
import { Navbar } from './components';

function Protected() {
  const { user } = useAuth();
  return user ? <Outlet /> : <Navigate to="/" replace />;
}

function App() {
  return (
    <AuthProvider>
      <Router>
        <Navbar />
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/dashboard" element={<Dashboard />} />
          <Route element={<Protected />}><Route path="/settings" element={<h1>Settings</h1>} /></Route>
        </Routes>
      </Router>
    </AuthProvider>
  );
}

export default App;`,
    'src/context/AuthContext.tsx': `import { createContext, useContext, useState, type ReactNode } from 'react';
import type { User } from '../types';
const AuthContext = createContext<{ user: User | null; login: (name: string) => void } | null>(null);
export const AuthProvider = ({ children }: { children: ReactNode }) => {
  const [user, setUser] = useState<User | null>(null);
  return <AuthContext.Provider value={{ user, login: (name) => setUser({ name }) }}>{children}</AuthContext.Provider>;
};
export const useAuth = () => useContext(AuthContext)!;`,
    'src/types/index.ts': 'export type User = { name: string };',
    'src/components/index.ts': "export { Navbar } from './Navbar';\nexport * from './Card';",
    'src/components/Navbar.tsx': `import { NavLink } from 'react-router-dom';
import { Menu } from 'lucide-react';
export function Navbar() { return <nav><Menu className="h-4" /><NavLink to="/dashboard">Go to dashboard</NavLink></nav>; }`,
    'src/components/Card.tsx':
      'export const Card = ({ children }: { children: React.ReactNode }) => <div className="rounded shadow">{children}</div>;',
    'src/pages/index.ts': "export { default as Home } from './Home';\nexport { Dashboard } from './Dashboard';",
    'src/pages/Home.tsx': `import { useAuth } from '../context/AuthContext';
import { Card } from '../components';
export default function Home() {
  const { user, login } = useAuth();
  return <Card><h1>Welcome, {user?.name ?? 'guest'}</h1><button onClick={() => login('Ada')}>Log in as Ada</button></Card>;
}`,
    'src/pages/Dashboard.tsx': 'export const Dashboard = () => <h1>Dashboard</h1>;',
  },
};

const boltSingle: ImportedApp = {
  name: 'bolt-single',
  heading: 'Timer',
  use: { click: 'History', shows: 'No sessions yet' },
  files: {
    'index.html': HTML('Focus timer'),
    'src/main.tsx': VITE_MAIN,
    'src/index.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;',
    'src/App.css': '.timer { letter-spacing: 3px }',
    'src/App.tsx': `import { useState } from 'react';
import './App.css';
import Timer from './components/Timer';
import { History } from './components/History';
type View = 'timer' | 'history';
function App() {
  const [view, setView] = useState<View>('timer');
  return <div><button onClick={() => setView('history')}>History</button>{view === 'timer' ? <Timer /> : <History />}</div>;
}
export default App;`,
    'src/components/Timer.tsx': 'export default function Timer() { return <h1 className="timer">Timer</h1>; }',
    'src/components/History.tsx': 'export function History() { return <p>No sessions yet</p>; }',
  },
};

const boltFirebase: ImportedApp = {
  name: 'bolt-firebase',
  heading: 'Notes',
  use: { click: 'Load notes', shows: 'This app has no connection to Firebase here' },
  backEnds: ['Firebase'],
  files: {
    'src/main.tsx': VITE_MAIN,
    'src/index.css': 'body { margin: 0 }',
    'src/firebase.ts': `import { initializeApp, getApps } from 'firebase/app';
import { getFirestore } from 'firebase/firestore';
import { getAuth, GoogleAuthProvider } from 'firebase/auth';
const app = getApps().length ? getApps()[0] : initializeApp({ apiKey: import.meta.env.VITE_FIREBASE_API_KEY });
export const db = getFirestore(app);
export const auth = getAuth(app);
export const provider = new GoogleAuthProvider();`,
    'src/App.tsx': `import { useEffect, useState } from 'react';
import { collection, getDocs, orderBy, query } from 'firebase/firestore';
import { onAuthStateChanged } from 'firebase/auth';
import { auth, db } from './firebase';
export default function App() {
  const [user, setUser] = useState<unknown>(undefined);
  const [error, setError] = useState('');
  useEffect(() => onAuthStateChanged(auth, setUser), []);
  const load = async () => { try { await getDocs(query(collection(db, 'notes'), orderBy('at'))); } catch (error) { setError((error as Error).message); } };
  if (user === undefined) return <p>Loading</p>;
  return <main><h1>Notes</h1><button onClick={load}>Load notes</button><p>{error}</p></main>;
}`,
  },
};

const dataRouter: ImportedApp = {
  name: 'vite-data-router',
  heading: 'Start',
  use: { click: 'Projects', shows: 'All projects' },
  at: ['/projects/7', 'Project 7'],
  files: {
    'index.html': HTML('Projects'),
    'src/main.tsx': `import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { router } from './routes';
import './index.css';
const container = document.getElementById('root');
if (!container) throw new Error('No root');
createRoot(container).render(<RouterProvider router={router} />);`,
    'src/index.css': 'h1 { color: rebeccapurple }',
    'src/routes.tsx': `import { createBrowserRouter } from 'react-router-dom';
import RootLayout from './layouts/RootLayout';
import Home from '@/views/Home';
export const router = createBrowserRouter([
  { path: '/', element: <RootLayout />, children: [
    { index: true, element: <Home /> },
    { path: 'projects', lazy: async () => ({ Component: (await import('./views/Projects')).default }) },
    { path: 'projects/:id', lazy: () => import('./views/Project') },
  ] },
]);`,
    'src/layouts/RootLayout.tsx':
      'import { Link, Outlet } from \'react-router-dom\';\nexport default function RootLayout() { const go = <Link role="button" to="/projects">Projects</Link>; return <div>{go}<Outlet /></div>; }',
    'src/views/Home.tsx': 'export default function Home() { return <h1>Start</h1>; }',
    'src/views/Projects.tsx': 'export default function Projects() { return <p>All projects</p>; }',
    'src/views/Project.tsx':
      "import { useParams } from 'react-router-dom';\nexport function Component() { return <h1>Project {useParams().id}</h1>; }",
    'src/App.tsx':
      "import { RouterProvider } from 'react-router-dom';\nimport { router } from './routes';\nexport default function App() { return <RouterProvider router={router} />; }",
  },
};

const mixed: ImportedApp = {
  name: 'vite-mixed',
  heading: 'Plans',
  use: { click: 'Count', shows: '1 times' },
  at: ['/team/members', 'Members'],
  files: {
    'src/index.js':
      "import ReactDOM from 'react-dom/client';\nimport App from './App';\nReactDOM.createRoot(document.getElementById('root')).render(<App />);",
    'src/App.js': `import { Routes, Route, BrowserRouter } from 'react-router-dom';
import { Plans } from './pages/Plans';
import Members from './pages/team/Members';
import styles from './App.module.css';
export default class App extends React.Component {
  render() { return <div className={styles.app}><BrowserRouter><Routes><Route path="/" element={<Plans />} /><Route path="/team/members" element={<Members />} /></Routes></BrowserRouter></div>; }
}
import React from 'react';`,
    'src/App.module.css': '.app { padding: 7px } .app :global(h1) { color: teal }',
    'src/pages/Plans.jsx': `import { useState } from 'react';
import plans from '../data/plans.json';
import logo from '../assets/logo.svg';
import photo from '@/assets/photo.png';
import hero from '../assets/missing.jpg';
import * as money from '../utils/money';
import '../styles/plans.css';
/** Plans. @returns {JSX.Element} */
export function Plans() {
  const [count, setCount] = useState(0);
  const isHere = window.location.pathname.length > 0;
  return <section className="plans"><img src={logo} alt="Logo" /><img src={photo} alt="Photo" /><img src={hero} alt="Hero" /><h1>Plans</h1>
    {plans.map((plan) => <p key={plan.name}>{plan.name} {money.format(plan.price)}</p>)}
    <p>{process.env.NODE_ENV === 'test' ? 'test' : ''}{process.env.REACT_APP_TITLE}{isHere ? '' : 'nowhere'}</p>
    <button onClick={() => setCount(count + 1)}>Count</button><p>{count} times</p></section>;
}`,
    'src/pages/team/Members.tsx': 'export default function Members() { return <h1>Members</h1>; }',
    'src/data/plans.json': '[{ "name": "Free", "price": 0 }, { "name": "Team", "price": 12 }]',
    'src/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>',
    'src/assets/photo.png': 'not really a picture',
    'src/utils/money.ts': "export const format = (amount: number): string => amount + ' €';",
    'src/styles/plans.css': '.plans { border: 1px solid }',
  },
};

const severalParts: ImportedApp = {
  name: 'several-parts',
  heading: 'Board',
  use: { click: 'Switch theme', shows: 'dark theme' },
  at: ['/list', 'List'],
  backEnds: ['a server of its own'],
  files: {
    'README.md': '# Two parts',
    'backend/server.js': "require('express')().listen(3000);",
    'frontend/index.html': HTML('Board'),
    'frontend/src/main.tsx': VITE_MAIN,
    'frontend/src/index.css': '@import "tailwindcss";',
    'frontend/src/App.tsx': `import { HashRouter, useRoutes } from 'react-router-dom';
import { ThemeProvider, useTheme } from '@/providers/theme';
import { PageHeader } from '@/components/ui/page-header';
import List from '@/pages/List';
function Board() { const { theme, flip } = useTheme(); return <><PageHeader title="Board" /><button onClick={flip}>Switch theme</button><p>{theme} theme</p></>; }
function Pages() { return useRoutes([{ path: '/', element: <Board /> }, { path: '/list', element: <List /> }]); }
export default function App() { return <ThemeProvider><HashRouter><Pages /></HashRouter></ThemeProvider>; }`,
    'frontend/src/providers/theme.tsx': `import { createContext, useContext, useState, ReactNode } from 'react';
const Context = createContext({ theme: 'light', flip: () => {} });
export const useTheme = () => useContext(Context);
export function ThemeProvider({ children }: { children: ReactNode }) { const [theme, set] = useState('light'); return <Context.Provider value={{ theme, flip: () => set('dark') }}>{children}</Context.Provider>; }`,
    'frontend/src/components/ui/page-header.tsx':
      'export const PageHeader = ({ title }: { title: string }) => <h1 className="text-xl">{title}</h1>;',
    'frontend/src/lib/api.ts': "export const load = () => fetch('/api/items').then((answer) => answer.json());",
    'frontend/src/pages/List.tsx': 'export default function List() { return <h1>List</h1>; }',
  },
};

/** Pages within the component of a splat: they keep its layout, as does a page that no route names. A barrel file is in an import cycle. */
const nestedRoutes: ImportedApp = {
  name: 'nested-routes',
  heading: 'Members of the team',
  use: { click: 'Open notes', shows: 'Notes of the team' },
  at: ['/notes', 'Notes of the team'],
  files: {
    'index.html': HTML('Nested'),
    'src/main.jsx': MAIN,
    'src/index.css': 'body { margin: 0 }',
    'src/App.jsx': `import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Shell } from '@/components';
export default function App() { return <BrowserRouter><Routes><Route path="/login" element={<p>Log in</p>} /><Route path="/*" element={<Shell />} /></Routes></BrowserRouter>; }`,
    'src/components/index.js': "export * from './Shell';\nexport * from './Members';\nexport const team = 'the team';",
    'src/components/Shell.jsx': `import { Link, Route, Routes } from 'react-router-dom';
import { Members } from '@/components';
export function Shell() {
  return <div><header><Link role="button" to="/notes">Open notes</Link></header><Routes><Route path="/" element={<Members />} /><Route path="*" element={<p>Nothing here</p>} /></Routes></div>;
}`,
    'src/components/Members.jsx': `import { team } from '@/components';
export const Members = () => <h1>Members of {team}</h1>;`,
    'src/pages/Notes.jsx': `import { useEffect, useState } from 'react';
export default function Notes() {
  const [isFramed, setFramed] = useState(false);
  useEffect(() => setFramed(document.querySelector('header') !== null), []);
  return <h1>{isFramed ? 'Notes of the team' : 'Notes without a layout'}</h1>;
}`,
  },
};

export const importedApps: readonly ImportedApp[] = [
  nestedRoutes,
  legacyBase44,
  newBase44,
  editorBase44,
  lovableList,
  lovableSupabase,
  lovableShop,
  boltRouter,
  boltSingle,
  boltFirebase,
  dataRouter,
  mixed,
  severalParts,
];
