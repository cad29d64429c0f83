import * as leaflet from 'leaflet';
import iconUrl from 'leaflet/dist/images/marker-icon.png';
import iconRetinaUrl from 'leaflet/dist/images/marker-icon-2x.png';
import shadowUrl from 'leaflet/dist/images/marker-shadow.png';

// Leaflet derives the addresses of its pictures from the address of its style sheet; here they are data URLs.
Reflect.deleteProperty(leaflet.Icon.Default.prototype, '_getIconUrl');
leaflet.Icon.Default.mergeOptions({ iconRetinaUrl, iconUrl, shadowUrl });

export * from 'leaflet';
/** A copy, because plug-ins add to it. */
export default { ...leaflet };
