export { PreviewTab as Component } from '../../features/preview/PreviewTab.tsx';
