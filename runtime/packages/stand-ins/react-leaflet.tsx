import {
  type CSSProperties,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import * as leaflet from './leaflet.ts';

// Components with the names and props of react-leaflet 5 on Leaflet itself. The licence of that package restricts who may use it.

type Handlers = leaflet.LeafletEventHandlerFnMap;
type Layer = leaflet.Layer;

/** Where a child layer is added, and what its popup binds to. */
interface Surroundings {
  readonly map: leaflet.Map;
  readonly container: { addLayer(layer: Layer): unknown; removeLayer(layer: Layer): unknown };
  readonly overlayOf: Layer | null;
  readonly pane: string | undefined;
}

const Context = createContext<Surroundings | null>(null);

function useSurroundings(): Surroundings {
  const found = useContext(Context);
  if (found === null) throw new Error('Components of react-leaflet are used inside of a <MapContainer>.');
  return found;
}

export const useMap = (): leaflet.Map => useSurroundings().map;

export function useMapEvents(handlers: Handlers): leaflet.Map {
  const map = useMap();
  useEvents(map, handlers);
  return map;
}

export function useMapEvent<Name extends keyof Handlers>(name: Name, handler: NonNullable<Handlers[Name]>): leaflet.Map {
  return useMapEvents({ [name]: handler });
}

function useEvents(target: leaflet.Evented | null, handlers: Handlers | undefined): void {
  useEffect(() => {
    if (target === null || handlers === undefined) return undefined;
    target.on(handlers);
    return () => void target.off(handlers);
  }, [target, handlers]);
}

export interface MapContainerProps extends leaflet.MapOptions {
  readonly bounds?: leaflet.LatLngBoundsExpression;
  readonly boundsOptions?: leaflet.FitBoundsOptions;
  readonly children?: ReactNode;
  readonly className?: string;
  readonly id?: string;
  readonly placeholder?: ReactNode;
  readonly style?: CSSProperties;
  readonly ref?: Ref<leaflet.Map | null>;
  readonly whenReady?: () => void;
}

/** The map. Its options are read once; its children change it. */
export function MapContainer({
  bounds,
  boundsOptions,
  children,
  className,
  id,
  placeholder,
  style,
  ref,
  whenReady,
  ...options
}: MapContainerProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<leaflet.Map | null>(null);
  const first = useRef({ bounds, boundsOptions, options, whenReady });
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const { bounds: box, boundsOptions: fit, options: given, whenReady: ready } = first.current;
    const made = leaflet.map(element.current, given);
    if (given.center !== undefined && given.zoom !== undefined) made.setView(given.center, given.zoom);
    else if (box !== undefined) made.fitBounds(box, fit);
    if (ready !== undefined) made.whenReady(ready);
    setMap(made);
    return () => {
      setMap(null);
      made.remove();
    };
  }, []);
  useImperativeHandle<leaflet.Map | null, leaflet.Map | null>(ref, () => map, [map]);
  return (
    <div ref={element} className={className} id={id} style={style}>
      {map === null ? placeholder : <Context value={{ map, container: map, overlayOf: null, pane: undefined }}>{children}</Context>}
    </div>
  );
}

interface LayerProps {
  readonly children?: ReactNode;
  readonly eventHandlers?: Handlers;
  readonly ref?: Ref<unknown>;
}

/** A component for a kind of layer. `update` applies changed props to the layer; others are read once. */
function layerComponent<Props extends object, Made extends Layer>(
  make: (props: Props) => Made,
  update: (layer: Made, props: Props, before: Props) => void = () => {},
) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each kind, while the module loads
  return function LayerComponent(props: Props & LayerProps): ReactNode {
    const { children, eventHandlers, ref } = props;
    const around = useSurroundings();
    const { container, pane, map } = around;
    const [layer] = useState(() => make(pane === undefined ? props : { pane, ...props }));
    const last = useRef<Props>(props);
    useEffect(() => {
      container.addLayer(layer);
      return () => void container.removeLayer(layer);
    }, [container, layer]);
    useEffect(() => {
      update(layer, props, last.current);
      last.current = props;
    });
    useEvents(layer, eventHandlers);
    useImperativeHandle(ref, () => layer, [layer]);
    const group = layer instanceof leaflet.LayerGroup ? layer : container;
    return <Context value={{ map, container: group, overlayOf: layer, pane }}>{children}</Context>;
  };
}

const changed = <Key extends string>(key: Key, one: Partial<Record<Key, unknown>>, other: Partial<Record<Key, unknown>>): boolean =>
  one[key] !== other[key];

export type TileLayerProps = leaflet.TileLayerOptions & { readonly url: string };
export const TileLayer = layerComponent<TileLayerProps, leaflet.TileLayer>(
  ({ url, ...options }) => leaflet.tileLayer(url, options),
  (layer, props, before) => {
    if (changed('url', props, before)) layer.setUrl(props.url);
    if (props.opacity !== undefined && changed('opacity', props, before)) layer.setOpacity(props.opacity);
  },
);

export type WMSTileLayerProps = leaflet.WMSOptions & { readonly url: string; readonly params?: leaflet.WMSParams };
export const WMSTileLayer = layerComponent<WMSTileLayerProps, leaflet.TileLayer.WMS>(({ url, params, ...options }) =>
  leaflet.tileLayer.wms(url, { ...options, ...params }),
);

export type ImageOverlayProps = leaflet.ImageOverlayOptions & { readonly url: string; readonly bounds: leaflet.LatLngBoundsExpression };
export const ImageOverlay = layerComponent<ImageOverlayProps, leaflet.ImageOverlay>(
  ({ url, bounds, ...options }) => leaflet.imageOverlay(url, bounds, options),
  (layer, props, before) => {
    if (changed('url', props, before)) layer.setUrl(props.url);
    if (changed('bounds', props, before)) layer.setBounds(leaflet.latLngBounds(props.bounds as leaflet.LatLngBoundsLiteral));
  },
);

export type MarkerProps = leaflet.MarkerOptions & { readonly position: leaflet.LatLngExpression };
export const Marker = layerComponent<MarkerProps, leaflet.Marker>(
  ({ position, ...options }) => leaflet.marker(position, options),
  (layer, props, before) => {
    if (changed('position', props, before)) layer.setLatLng(props.position);
    if (props.icon !== undefined && changed('icon', props, before)) layer.setIcon(props.icon);
    if (props.opacity !== undefined && changed('opacity', props, before)) layer.setOpacity(props.opacity);
    if (props.zIndexOffset !== undefined && changed('zIndexOffset', props, before)) layer.setZIndexOffset(props.zIndexOffset);
    if (changed('draggable', props, before)) layer.dragging?.[props.draggable === true ? 'enable' : 'disable']();
  },
);

type Styled<Options extends leaflet.PathOptions> = Options & { readonly pathOptions?: leaflet.PathOptions };

function restyle(layer: leaflet.Path, props: Styled<leaflet.PathOptions>, before: Styled<leaflet.PathOptions>): void {
  if (props.pathOptions !== undefined && changed('pathOptions', props, before)) layer.setStyle(props.pathOptions);
}

export type CircleProps = Styled<leaflet.CircleOptions> & { readonly center: leaflet.LatLngExpression };
export const Circle = layerComponent<CircleProps, leaflet.Circle>(
  ({ center, pathOptions, ...options }) => leaflet.circle(center, { ...options, ...pathOptions }),
  (layer, props, before) => {
    if (changed('center', props, before)) layer.setLatLng(props.center);
    if (props.radius !== undefined && changed('radius', props, before)) layer.setRadius(props.radius);
    restyle(layer, props, before);
  },
);

export type CircleMarkerProps = Styled<leaflet.CircleMarkerOptions> & { readonly center: leaflet.LatLngExpression };
export const CircleMarker = layerComponent<CircleMarkerProps, leaflet.CircleMarker>(
  ({ center, pathOptions, ...options }) => leaflet.circleMarker(center, { ...options, ...pathOptions }),
  (layer, props, before) => {
    if (changed('center', props, before)) layer.setLatLng(props.center);
    if (props.radius !== undefined && changed('radius', props, before)) layer.setRadius(props.radius);
    restyle(layer, props, before);
  },
);

type Positions = leaflet.LatLngExpression[] | leaflet.LatLngExpression[][] | leaflet.LatLngExpression[][][];

export type PolylineProps = Styled<leaflet.PolylineOptions> & { readonly positions: Positions };
export const Polyline = layerComponent<PolylineProps, leaflet.Polyline>(
  ({ positions, pathOptions, ...options }) => leaflet.polyline(positions as leaflet.LatLngExpression[], { ...options, ...pathOptions }),
  (layer, props, before) => {
    if (changed('positions', props, before)) layer.setLatLngs(props.positions as leaflet.LatLngExpression[]);
    restyle(layer, props, before);
  },
);

export type PolygonProps = PolylineProps;
export const Polygon = layerComponent<PolygonProps, leaflet.Polygon>(
  ({ positions, pathOptions, ...options }) => leaflet.polygon(positions as leaflet.LatLngExpression[], { ...options, ...pathOptions }),
  (layer, props, before) => {
    if (changed('positions', props, before)) layer.setLatLngs(props.positions as leaflet.LatLngExpression[]);
    restyle(layer, props, before);
  },
);

export type RectangleProps = Styled<leaflet.PathOptions> & { readonly bounds: leaflet.LatLngBoundsExpression };
export const Rectangle = layerComponent<RectangleProps, leaflet.Rectangle>(
  ({ bounds, pathOptions, ...options }) => leaflet.rectangle(bounds, { ...options, ...pathOptions }),
  (layer, props, before) => {
    if (changed('bounds', props, before)) layer.setBounds(leaflet.latLngBounds(props.bounds as leaflet.LatLngBoundsLiteral));
    restyle(layer, props, before);
  },
);

export type GeoJSONProps = Styled<leaflet.GeoJSONOptions & leaflet.PathOptions> & {
  readonly data: Parameters<typeof leaflet.geoJSON>[0];
};
export const GeoJSON = layerComponent<GeoJSONProps, leaflet.GeoJSON>(
  ({ data, pathOptions, ...options }) => leaflet.geoJSON(data, { ...options, ...(pathOptions && { style: pathOptions }) }),
  (layer, { style }, before) => {
    if (style === before.style) return;
    if (style === undefined || style === null) layer.resetStyle();
    else layer.setStyle(style);
  },
);

export const LayerGroup = layerComponent<leaflet.LayerOptions, leaflet.LayerGroup>((options) => leaflet.layerGroup([], options));
export const FeatureGroup = layerComponent<leaflet.LayerOptions, leaflet.FeatureGroup>((options) => leaflet.featureGroup([], options));

type OverlayMade = leaflet.Popup | leaflet.Tooltip;

/** React's content in a popup or a tooltip: of the layer around it, or at its own position. */
function overlayComponent<Props extends leaflet.DivOverlayOptions, Made extends OverlayMade>(
  make: (props: Props) => Made,
  bind: (layer: Layer, overlay: Made) => () => void,
) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each kind, while the module loads
  return function OverlayComponent(props: Props & LayerProps & { readonly position?: leaflet.LatLngExpression }): ReactNode {
    const { children, eventHandlers, position, ref } = props;
    const { map, overlayOf } = useSurroundings();
    const [overlay] = useState(() => make(props));
    const [content] = useState(() => document.createElement('div'));
    useEffect(() => {
      overlay.setContent(content);
      if (overlayOf !== null) return bind(overlayOf, overlay);
      if (position === undefined) return undefined;
      overlay.setLatLng(position);
      map.addLayer(overlay);
      return () => void map.removeLayer(overlay);
    }, [map, overlay, overlayOf, content, position]);
    // Its size is known once React has drawn the content.
    useEffect(() => void overlay.update());
    useEvents(overlay, eventHandlers);
    useImperativeHandle(ref, () => overlay, [overlay]);
    return createPortal(children, content);
  };
}

export type PopupProps = leaflet.PopupOptions;
export const Popup = overlayComponent<PopupProps, leaflet.Popup>(
  (options) => leaflet.popup(options),
  (layer, popup) => {
    layer.bindPopup(popup);
    return () => void layer.unbindPopup();
  },
);

export type TooltipProps = leaflet.TooltipOptions;
export const Tooltip = overlayComponent<TooltipProps, leaflet.Tooltip>(
  (options) => leaflet.tooltip(options),
  (layer, tooltip) => {
    layer.bindTooltip(tooltip);
    return () => void layer.unbindTooltip();
  },
);

export function Pane({ name, children, className, style }: PaneProps): ReactNode {
  const around = useSurroundings();
  const { map } = around;
  const [element] = useState(() => map.getPane(name) ?? map.createPane(name));
  useEffect(() => {
    if (className) element.classList.add(...className.split(/\s+/));
    Object.assign(element.style, style);
  }, [element, className, style]);
  return createPortal(<Context value={{ ...around, pane: name }}>{children}</Context>, element);
}
export interface PaneProps {
  readonly name: string;
  readonly children?: ReactNode;
  readonly className?: string;
  readonly style?: CSSProperties;
}

function controlComponent<Options extends leaflet.ControlOptions>(make: (options: Options) => leaflet.Control) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each kind, while the module loads
  return function ControlComponent(props: Options): null {
    const map = useMap();
    const [control] = useState(() => make(props));
    useEffect(() => {
      control.addTo(map);
      return () => void control.remove();
    }, [control, map]);
    useEffect(() => {
      if (props.position !== undefined) control.setPosition(props.position);
    }, [control, props.position]);
    return null;
  };
}

export const ZoomControl = controlComponent<leaflet.Control.ZoomOptions>((options) => leaflet.control.zoom(options));
export const ScaleControl = controlComponent<leaflet.Control.ScaleOptions>((options) => leaflet.control.scale(options));
export const AttributionControl = controlComponent<leaflet.Control.AttributionOptions>((options) => leaflet.control.attribution(options));

const LayersContext = createContext<leaflet.Control.Layers | null>(null);

export function LayersControl({ children, ...options }: leaflet.Control.LayersOptions & { readonly children?: ReactNode }): ReactNode {
  const map = useMap();
  const [control] = useState(() => leaflet.control.layers(undefined, undefined, options));
  useEffect(() => {
    control.addTo(map);
    return () => void control.remove();
  }, [control, map]);
  return <LayersContext value={control}>{children}</LayersContext>;
}

interface ChoiceProps {
  readonly name: string;
  readonly checked?: boolean;
  readonly children?: ReactNode;
}

/** Layers of the control are on the map while they are chosen: the control decides after the first time. */
function choiceComponent(add: (control: leaflet.Control.Layers, layer: Layer, name: string) => void) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each kind, while the module loads
  return function LayersChoice({ name, checked = false, children }: ChoiceProps): ReactNode {
    const around = useSurroundings();
    const control = useContext(LayersContext);
    const { map } = around;
    const isFirst = useRef(checked);
    const [container] = useState<Surroundings['container']>(() => ({
      addLayer(layer) {
        if (control !== null) add(control, layer, name);
        if (isFirst.current) map.addLayer(layer);
      },
      removeLayer(layer) {
        control?.removeLayer(layer);
        map.removeLayer(layer);
      },
    }));
    return <Context value={{ ...around, container }}>{children}</Context>;
  };
}
LayersControl.BaseLayer = choiceComponent((control, layer, name) => control.addBaseLayer(layer, name));
LayersControl.Overlay = choiceComponent((control, layer, name) => control.addOverlay(layer, name));
