/** A page that uses a package as models write it, and the text that it shows. */
export interface Sample {
  /** Import lines. */
  readonly imports: string;
  /** The body of the component, up to `return`. */
  readonly body?: string;
  /** What the page draws beside the text. */
  readonly drawn?: string;
  /** An expression of the text. */
  readonly text: string;
  readonly shows: string;
  /** A selector of what must be drawn, too. */
  readonly draws?: string;
}

export function pageOf({ imports, body = '', drawn = '', text }: Sample): string {
  return `import * as React from 'react';
import { useEffect, useRef, useState } from 'react';
${imports}
export default function Sample() {
  ${body}
  return <main><output id="shown">{${text}}</output>${drawn}</main>;
}
`;
}

const radixParts = (names: readonly string[]) =>
  names.map((name) => `import * as ${name} from '@radix-ui/react-${kebab(name)}';`).join('\n');
const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
const RADIX =
  `AccessibleIcon Accordion AlertDialog AspectRatio Avatar Checkbox Collapsible ContextMenu Dialog Direction DropdownMenu Form HoverCard Label Menubar NavigationMenu
  Popover Portal Progress RadioGroup ScrollArea Select Separator Slider Slot Switch Tabs Toast Toggle ToggleGroup Toolbar
  Tooltip VisuallyHidden`.split(/\s+/);

/** By the package; several samples of one are numbered. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  '@tanstack/react-query': {
    imports: `import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';`,
    body: `const client = useQueryClient();
  const { data = 0, isLoading } = useQuery({ queryKey: ['count'], queryFn: async () => 41 });
  const more = useMutation({ mutationFn: async () => client.setQueryData(['count'], 42) });
  useEffect(() => { if (data === 41) more.mutate(); }, [data]);`,
    text: 'data',
    shows: '42',
  },
  '@tanstack/react-query 2': {
    imports: `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 1000 } } });
function Inner() { const { data } = useQuery({ queryKey: ['x'], queryFn: () => Promise.resolve('own client') }); return <b id="inner">{data}</b>; }`,
    drawn: '<QueryClientProvider client={queryClient}><Inner/></QueryClientProvider>',
    text: '"provided"',
    shows: 'provided',
    draws: '#inner:has-text("own client")',
  },
  '@tanstack/react-table': {
    imports: `import { useReactTable, getCoreRowModel, flexRender, createColumnHelper } from '@tanstack/react-table';
const helper = createColumnHelper(); const columns = [helper.accessor('name', { header: 'Name' })]; const data = [{ name: 'Ann' }, { name: 'Ben' }];`,
    body: 'const table = useReactTable({ data, columns, getCoreRowModel: getCoreRowModel() });',
    text: 'table.getRowModel().rows.map((row) => row.getValue("name")).join(" ")',
    shows: 'Ann Ben',
  },
  jspdf: {
    imports: `import jsPDF from 'jspdf';\nimport { jsPDF as Named } from 'jspdf';\nimport autoTable from 'jspdf-autotable';`,
    body: `const doc = new jsPDF(); doc.text('Hello', 10, 10); autoTable(doc, { head: [['Name']], body: [['Ann']] });`,
    text: 'doc.output().slice(0, 5) + (Named === jsPDF)',
    shows: '%PDF-true',
  },
  html2canvas: {
    imports: `import html2canvas from 'html2canvas';`,
    body: `const [size, setSize] = useState(''); const box = useRef(null);
  useEffect(() => { html2canvas(box.current, { scale: 1 }).then((canvas) => setSize(canvas.width + 'x' + canvas.height), (error) => setSize(error.message)); }, []);`,
    drawn: '<div ref={box} style={{ width: 40, height: 20, background: "red" }}>x</div>',
    text: 'size',
    shows: '40x20',
  },
  'html-to-image': {
    imports: `import { toPng } from 'html-to-image';\nimport * as htmlToImage from 'html-to-image';`,
    body: `const [url, setUrl] = useState(''); const box = useRef(null);
  useEffect(() => { toPng(box.current).then((made) => setUrl(made.slice(0, 14)), (error) => setUrl(String(error))); }, []);`,
    drawn: '<div ref={box} style={{ width: 40, height: 20 }}>x</div>',
    text: 'url + (htmlToImage.toPng === toPng)',
    shows: 'data:image/pngtrue',
  },
  '@hello-pangea/dnd': {
    imports: `import { DragDropContext, Droppable, Draggable } from '@hello-pangea/dnd';`,
    drawn: `<DragDropContext onDragEnd={() => {}}><Droppable droppableId="a">{(provided) => <div ref={provided.innerRef} {...provided.droppableProps}>
    <Draggable draggableId="d" index={0}>{(item) => <p className="card" ref={item.innerRef} {...item.draggableProps} {...item.dragHandleProps}>Card</p>}</Draggable>{provided.placeholder}</div>}</Droppable></DragDropContext>`,
    text: '"board"',
    shows: 'board',
    draws: '.card[data-rfd-draggable-id="d"]',
  },
  'react-beautiful-dnd': {
    imports: `import { DragDropContext } from 'react-beautiful-dnd';`,
    text: 'typeof DragDropContext',
    shows: 'function',
  },
  xlsx: {
    imports: `import * as XLSX from 'xlsx';\nimport { utils, read } from 'xlsx';`,
    body: `const book = XLSX.utils.book_new(); XLSX.utils.book_append_sheet(book, utils.json_to_sheet([{ name: 'Ann' }]), 'People');
  const again = read(XLSX.write(book, { type: 'array', bookType: 'xlsx' }));`,
    text: 'again.SheetNames[0] + again.Sheets.People.A2.v',
    shows: 'PeopleAnn',
  },
  leaflet: {
    imports: `import L from 'leaflet';\nimport 'leaflet/dist/leaflet.css';\nimport icon from 'leaflet/dist/images/marker-icon.png';`,
    body: `const box = useRef(null); useEffect(() => { const map = L.map(box.current).setView([52.5, 13.4], 9); L.marker([52.5, 13.4]).addTo(map); return () => map.remove(); }, []);`,
    drawn: '<div ref={box} style={{ height: 100 }}/>',
    text: 'icon.slice(0, 14)',
    shows: 'data:image/png',
    draws: 'img.leaflet-marker-icon[src^="data:image/png"]',
  },
  'react-leaflet': {
    imports: `import { MapContainer, TileLayer, Marker, Popup, Circle, useMap, useMapEvents } from 'react-leaflet';\nimport 'leaflet/dist/leaflet.css';
function Zoom() { const map = useMap(); useMapEvents({ click() {} }); return <i id="zoom">{map.getZoom()}</i>; }`,
    drawn: `<MapContainer center={[52.5, 13.4]} zoom={9} style={{ height: 200 }}><TileLayer attribution="© OSM" url="https://tile.invalid/{z}/{x}/{y}.png"/>
    <Marker position={[52.5, 13.4]}><Popup><b>Berlin</b></Popup></Marker><Circle center={[52.5, 13.4]} radius={500} pathOptions={{ color: 'red' }}/><Zoom/></MapContainer>`,
    text: '"map"',
    shows: 'map',
    draws: '.leaflet-container:has(img.leaflet-marker-icon):has(path[stroke="red"]) #zoom:has-text("9")',
  },
  qrcode: {
    imports: `import QRCode from 'qrcode';`,
    body: `const [url, setUrl] = useState(''); useEffect(() => { QRCode.toDataURL('hello').then(setUrl); }, []);`,
    text: 'url.slice(0, 14)',
    shows: 'data:image/png',
  },
  'qrcode.react': {
    imports: `import { QRCodeSVG, QRCodeCanvas } from 'qrcode.react';`,
    drawn: '<QRCodeSVG value="hello"/><QRCodeCanvas value="x"/>',
    text: '"code"',
    shows: 'code',
    draws: 'svg path',
  },
  jsbarcode: {
    imports: `import JsBarcode from 'jsbarcode';`,
    body: `const svg = useRef(null); useEffect(() => { JsBarcode(svg.current, '12345'); }, []);`,
    drawn: '<svg ref={svg}/>',
    text: '"bars"',
    shows: 'bars',
    draws: 'svg rect',
  },
  three: {
    imports: `import * as THREE from 'three';\nimport { OrbitControls } from 'three/examples/jsm/controls/OrbitControls';\nimport { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';`,
    body: 'const box = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), new THREE.MeshBasicMaterial()); box.position.set(1, 2, 3);',
    text: 'box.position.toArray().join() + typeof OrbitControls + typeof GLTFLoader',
    shows: '1,2,3functionfunction',
  },
  '@react-three/fiber': {
    imports: `import { Canvas, useFrame } from '@react-three/fiber';`,
    text: 'typeof Canvas + typeof useFrame',
    shows: 'functionfunction',
  },
  moment: {
    imports: `import moment from 'moment';\nimport 'moment/locale/de';`,
    body: `moment.locale('en');`,
    text: `moment('2026-03-01').add(1, 'day').format('MMMM Do') + moment('2026-03-01').locale('de').format(' MMMM')`,
    shows: 'March 2nd März',
  },
  lodash: {
    imports: `import _ from 'lodash';\nimport { groupBy } from 'lodash';\nimport debounce from 'lodash/debounce';\nimport sortBy from 'lodash-es/sortBy';\nimport { chunk } from 'lodash-es';`,
    text: `_.capitalize('abc') + Object.keys(groupBy(['a', 'bb'], 'length')).join('') + typeof debounce + sortBy([2, 1]).join('') + chunk([1, 2, 3], 2).length`,
    shows: 'Abc12function122',
  },
  axios: {
    imports: `import axios from 'axios';`,
    body: `const [status, setStatus] = useState(0); useEffect(() => { axios.get('data:application/json,{"n":1}').then(({ data }) => setStatus(data.n), (error) => setStatus(error.message)); }, []);`,
    text: 'typeof axios.create + status',
    shows: 'function1',
  },
  'react-markdown': {
    imports: `import ReactMarkdown from 'react-markdown';\nimport remarkGfm from 'remark-gfm';\nimport rehypeRaw from 'rehype-raw';`,
    drawn:
      '<ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeRaw]}>{"# Title\\n\\n~~old~~ <mark>new</mark>"}</ReactMarkdown>',
    text: '"text"',
    shows: 'text',
    draws: 'main:has(h1:has-text("Title")):has(del):has(mark)',
  },
  'react-quill': {
    imports: `import ReactQuill, { Quill } from 'react-quill';\nimport 'react-quill/dist/quill.snow.css';`,
    body: `const [value, setValue] = useState('<p>Hello</p>');`,
    drawn: '<ReactQuill theme="snow" value={value} onChange={setValue}/>',
    text: 'typeof Quill',
    shows: 'function',
    draws: '.ql-toolbar.ql-snow + .ql-container .ql-editor:has-text("Hello")',
  },
  dompurify: {
    imports: `import DOMPurify from 'dompurify';`,
    text: `DOMPurify.sanitize('<b>x</b><script>1</script>')`,
    shows: '<b>x</b>',
  },
  'jwt-decode': {
    imports: `import { jwtDecode } from 'jwt-decode';`,
    text: `jwtDecode('e30.eyJzdWIiOiJhbm4ifQ.x').sub`,
    shows: 'ann',
  },
  'react-datepicker': {
    imports: `import DatePicker from 'react-datepicker';\nimport 'react-datepicker/dist/react-datepicker.css';`,
    drawn: '<DatePicker inline selected={new Date(2026, 2, 1)} onChange={() => {}}/>',
    text: '"date"',
    shows: 'date',
    draws: '.react-datepicker__day--selected:has-text("1")',
  },
  'prop-types': {
    imports: `import PropTypes from 'prop-types';\nfunction Named({ name }) { return <b id="named">{name}</b>; }\nNamed.propTypes = { name: PropTypes.string.isRequired };`,
    drawn: '<Named name="Ann"/>',
    text: 'typeof PropTypes.shape',
    shows: 'function',
    draws: '#named:has-text("Ann")',
  },
  'react-dom': {
    imports: `import { createPortal, flushSync } from 'react-dom';\nimport ReactDOM from 'react-dom';`,
    drawn: '{createPortal(<b id="far">far</b>, document.body)}',
    text: 'typeof flushSync + typeof ReactDOM.createPortal',
    shows: 'functionfunction',
    draws: 'body > #far',
  },
  'react-helmet-async': {
    imports: `import { Helmet, HelmetProvider } from 'react-helmet-async';`,
    drawn: '<HelmetProvider><Helmet><title>Helmeted</title></Helmet></HelmetProvider>',
    text: '"helmet"',
    shows: 'helmet',
  },
  'react-hot-toast': {
    imports: `import toast, { Toaster } from 'react-hot-toast';`,
    body: `useEffect(() => { toast.success('Saved it'); }, []);`,
    drawn: '<Toaster/>',
    text: '"toasts"',
    shows: 'toasts',
    draws: 'div:text-is("Saved it")',
  },
  'react-toastify': {
    imports: `import { ToastContainer, toast } from 'react-toastify';\nimport 'react-toastify/dist/ReactToastify.css';`,
    body: `useEffect(() => { toast('Stored it'); }, []);`,
    drawn: '<ToastContainer/>',
    text: '"toasts"',
    shows: 'toasts',
    draws: '.Toastify__toast:has-text("Stored it")',
  },
  zustand: {
    imports: `import { create } from 'zustand';\nimport { persist } from 'zustand/middleware';\nimport { useShallow } from 'zustand/react/shallow';
const useStore = create(persist((set) => ({ n: 1, add: () => set((state) => ({ n: state.n + 1 })) }), { name: 'store' }));`,
    body: 'const { n, add } = useStore(useShallow(({ n, add }) => ({ n, add }))); useEffect(() => { if (n === 1) add(); }, []);',
    text: 'n > 1 ? "more" : ""',
    shows: 'more',
  },
  uuid: { imports: `import { v4 as uuidv4 } from 'uuid';`, text: 'uuidv4().length', shows: '36' },
  nanoid: { imports: `import { nanoid } from 'nanoid';`, text: 'nanoid().length', shows: '21' },
  '@heroicons/react': {
    imports: `import { HomeIcon } from '@heroicons/react/24/outline';\nimport { UserIcon } from '@heroicons/react/24/solid';`,
    drawn: '<HomeIcon width={20}/><UserIcon width={20}/>',
    text: '"icons"',
    shows: 'icons',
    draws: 'svg + svg',
  },
  'react-icons': {
    imports: `import { FaFacebook } from 'react-icons/fa';\nimport { FiHome } from 'react-icons/fi';`,
    drawn: '<FaFacebook/><FiHome/>',
    text: '"icons"',
    shows: 'icons',
    draws: 'svg + svg',
  },
  'chart.js': {
    imports: `import { Chart as ChartJS, CategoryScale, LinearScale, BarElement, Title, Tooltip, Legend } from 'chart.js';\nimport { Bar } from 'react-chartjs-2';
ChartJS.register(CategoryScale, LinearScale, BarElement, Title, Tooltip, Legend);`,
    drawn: '<div style={{ width: 300 }}><Bar data={{ labels: ["a", "b"], datasets: [{ label: "x", data: [1, 2] }] }}/></div>',
    text: '"chart"',
    shows: 'chart',
    draws: 'canvas[role="img"]',
  },
  'chart.js 2': { imports: `import Chart from 'chart.js/auto';`, text: 'typeof Chart', shows: 'function' },
  papaparse: { imports: `import Papa from 'papaparse';`, text: `Papa.parse('a,b\\n1,2', { header: true }).data[0].b`, shows: '2' },
  dayjs: {
    imports: `import dayjs from 'dayjs';\nimport relativeTime from 'dayjs/plugin/relativeTime';\nimport 'dayjs/locale/de';\ndayjs.extend(relativeTime);`,
    text: `dayjs('2026-03-01').from(dayjs('2026-03-02')) + dayjs('2026-03-01').locale('de').format(' MMMM')`,
    shows: 'a day ago März',
  },
  'date-fns-tz': {
    imports: `import { formatInTimeZone } from 'date-fns-tz';\nimport { de } from 'date-fns/locale';\nimport enGB from 'date-fns/locale/en-GB';\nimport format from 'date-fns/format';`,
    text: `formatInTimeZone(new Date(0), 'Europe/Berlin', 'HH:mm') + format(new Date(2026, 2, 1), ' MMMM', { locale: de }) + enGB.code`,
    shows: '01:00 Märzen-GB',
  },
  'react-dropzone': {
    imports: `import { useDropzone } from 'react-dropzone';`,
    body: 'const { getRootProps, getInputProps } = useDropzone({ onDrop: () => {} });',
    drawn: '<div {...getRootProps()}><input {...getInputProps()}/>Drop</div>',
    text: '"drop"',
    shows: 'drop',
    draws: 'div[role="presentation"]',
  },
  'react-select': {
    imports: `import Select from 'react-select';\nimport CreatableSelect from 'react-select/creatable';\nimport AsyncSelect from 'react-select/async';`,
    drawn: '<Select options={[{ value: 1, label: "One" }]} defaultValue={{ value: 1, label: "One" }}/>',
    text: 'typeof CreatableSelect + typeof AsyncSelect',
    shows: 'objectobject',
    draws: 'div[class*="singleValue"]:has-text("One")',
  },
  swr: {
    imports: `import useSWR from 'swr';`,
    body: `const { data } = useSWR('key', async () => 'fetched');`,
    text: 'data',
    shows: 'fetched',
  },
  'react-intersection-observer': {
    imports: `import { useInView } from 'react-intersection-observer';`,
    body: 'const { ref, inView } = useInView();',
    drawn: '<b ref={ref}>seen</b>',
    text: 'String(inView)',
    shows: 'true',
  },
  'file-saver': {
    imports: `import { saveAs } from 'file-saver';\nimport FileSaver from 'file-saver';`,
    text: 'typeof saveAs + typeof FileSaver.saveAs',
    shows: 'functionfunction',
  },
  marked: { imports: `import { marked } from 'marked';`, text: `marked.parse('**x**')`, shows: '<p><strong>x</strong></p>' },
  'highlight.js': {
    imports: `import hljs from 'highlight.js';\nimport core from 'highlight.js/lib/core';\nimport json from 'highlight.js/lib/languages/json';\nimport 'highlight.js/styles/github.css';\ncore.registerLanguage('json', json);`,
    text: `hljs.highlight('let a', { language: 'javascript' }).value.includes('hljs-keyword') + core.highlight('1', { language: 'json' }).language`,
    shows: 'truejson',
  },
  'react-syntax-highlighter': {
    imports: `import { Prism as SyntaxHighlighter } from 'react-syntax-highlighter';\nimport { vscDarkPlus } from 'react-syntax-highlighter/dist/esm/styles/prism';\nimport atomDark from 'react-syntax-highlighter/dist/esm/styles/prism/atom-dark';`,
    drawn: '<SyntaxHighlighter language="javascript" style={vscDarkPlus}>{"const a = 1;"}</SyntaxHighlighter>',
    text: 'typeof atomDark',
    shows: 'object',
    draws: 'pre code span[style*="color"]',
  },
  '@dnd-kit/core': {
    imports: `import { DndContext, closestCenter, useSensor, useSensors, PointerSensor } from '@dnd-kit/core';
import { SortableContext, useSortable, arrayMove, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';\nimport { restrictToVerticalAxis } from '@dnd-kit/modifiers';
function Item({ id }) { const { setNodeRef, attributes, listeners, transform } = useSortable({ id }); return <p ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform) }} {...attributes} {...listeners}>{id}</p>; }`,
    body: 'const sensors = useSensors(useSensor(PointerSensor));',
    drawn:
      '<DndContext sensors={sensors} collisionDetection={closestCenter} modifiers={[restrictToVerticalAxis]}><SortableContext items={["a", "b"]} strategy={verticalListSortingStrategy}><Item id="a"/><Item id="b"/></SortableContext></DndContext>',
    text: 'arrayMove(["a", "b"], 0, 1).join("")',
    shows: 'ba',
    draws: 'p[aria-roledescription="sortable"]',
  },
  'react-countup': {
    imports: `import CountUp, { useCountUp } from 'react-countup';`,
    drawn: '<CountUp end={7} duration={0.01}/>',
    text: 'typeof useCountUp',
    shows: 'function',
    draws: 'span:has-text("7")',
  },
  swiper: {
    imports: `import { Swiper, SwiperSlide } from 'swiper/react';\nimport { Navigation, Pagination } from 'swiper/modules';\nimport 'swiper/css';\nimport 'swiper/css/navigation';\nimport 'swiper/css/pagination';`,
    drawn:
      '<Swiper modules={[Navigation, Pagination]} navigation pagination><SwiperSlide>One</SwiperSlide><SwiperSlide>Two</SwiperSlide></Swiper>',
    text: '"slides"',
    shows: 'slides',
    draws: '.swiper-slide-active:has-text("One")',
  },
  'canvas-confetti': {
    imports: `import confetti from 'canvas-confetti';`,
    text: 'typeof confetti + typeof confetti.create',
    shows: 'functionfunction',
  },
  classnames: { imports: `import classNames from 'classnames';`, text: `classNames('a', { b: true, c: false })`, shows: 'a b' },
  'yup and formik': {
    imports: `import * as Yup from 'yup';\nimport { useFormik, Formik, Form, Field } from 'formik';\nimport { yupResolver } from '@hookform/resolvers/yup';`,
    body: `const form = useFormik({ initialValues: { name: 'Ann' }, onSubmit: () => {} });`,
    text: `form.values.name + Yup.string().required().isValidSync('') + typeof yupResolver + typeof Formik`,
    shows: 'Annfalsefunctionfunction',
  },
  'js-cookie': { imports: `import Cookies from 'js-cookie';`, text: 'typeof Cookies.get', shows: 'function' },
  jszip: {
    imports: `import JSZip from 'jszip';`,
    body: `const [size, setSize] = useState(''); useEffect(() => { const zip = new JSZip(); zip.file('a.txt', 'hello'); zip.generateAsync({ type: 'uint8array' }).then((bytes) => setSize(bytes.length > 20 ? 'zipped' : '')); }, []);`,
    text: 'size',
    shows: 'zipped',
  },
  d3: {
    imports: `import * as d3 from 'd3';\nimport { scaleLinear } from 'd3';`,
    text: `d3.sum([1, 2]) + scaleLinear([0, 1], [0, 10])(0.5)`,
    shows: '8',
  },
  'motion/react': {
    imports: `import { motion, AnimatePresence } from 'motion/react';`,
    drawn: '<motion.b animate={{ opacity: 1 }}>m</motion.b>',
    text: 'typeof AnimatePresence',
    shows: 'function',
  },
  '@radix-ui/react': {
    imports: radixParts(RADIX),
    drawn:
      '<Tabs.Root defaultValue="a"><Tabs.List><Tabs.Trigger value="a">A</Tabs.Trigger></Tabs.List><Tabs.Content value="a">Of A</Tabs.Content></Tabs.Root><Checkbox.Root checked><Checkbox.Indicator>y</Checkbox.Indicator></Checkbox.Root>',
    text: `[${RADIX.join(', ')}].filter((part) => part.Root).length`,
    shows: '32',
    draws: '[role="tabpanel"]:has-text("Of A")',
  },
  i18next: {
    imports: `import i18n from 'i18next';\nimport { initReactI18next, useTranslation, Trans } from 'react-i18next';\nimport LanguageDetector from 'i18next-browser-languagedetector';
i18n.use(LanguageDetector).use(initReactI18next).init({
  resources: { en: { translation: { hello: 'Hello {{name}}', bold: 'so <1>bold</1>' } } }, fallbackLng: 'en', interpolation: { escapeValue: false } });`,
    body: 'const { t, i18n: own } = useTranslation();',
    drawn: '<p id="bold"><Trans i18nKey="bold">so <b>bold</b></Trans></p>',
    text: `t('hello', { name: 'Ann' }) + (own === i18n)`,
    shows: 'Hello Anntrue',
    draws: '#bold b:has-text("bold")',
  },
  'use-debounce': {
    imports: `import { useDebounce, useDebouncedCallback } from 'use-debounce';`,
    body: `const [late] = useDebounce('late', 10); const call = useDebouncedCallback(() => {}, 10);`,
    text: 'late + typeof call',
    shows: 'latefunction',
  },
  'react-image-crop': {
    imports: `import ReactCrop, { centerCrop, makeAspectCrop } from 'react-image-crop';\nimport 'react-image-crop/dist/ReactCrop.css';`,
    body: `const crop = centerCrop(makeAspectCrop({ unit: '%', width: 50 }, 1, 100, 100), 100, 100);`,
    drawn: '<ReactCrop crop={crop} onChange={() => {}}><i>picture</i></ReactCrop>',
    text: 'crop.x',
    shows: '25',
    draws: '.ReactCrop:has-text("picture")',
  },
  'browser-image-compression': {
    imports: `import imageCompression from 'browser-image-compression';`,
    text: 'typeof imageCompression + typeof imageCompression.getDataUrlFromFile',
    shows: 'functionfunction',
  },
  'lucide-react': {
    imports: `import { Facebook, Instagram, Twitter, Youtube, Linkedin, Github, Chrome, Figma, Slack, Dribbble, Edit, Trash, BarChart, PieChart, Home, CheckCircle, AlertCircle, Loader2 } from 'lucide-react';`,
    drawn:
      '<Facebook/><Instagram/><Twitter/><Youtube/><Linkedin/><Github/><Chrome/><Figma/><Slack/><Dribbble/><Edit/><Trash/><BarChart/><PieChart/><Home/><CheckCircle/><AlertCircle/><Loader2/>',
    text: '"icons"',
    shows: 'icons',
    draws: 'svg:nth-of-type(18)',
  },
};
