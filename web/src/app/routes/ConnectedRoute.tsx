export { ConnectedScreen as Component } from '../../features/integrations/ConnectedScreen.tsx';
