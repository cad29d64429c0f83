export { SettingsScreen as Component } from '../../features/settings/SettingsScreen.tsx';
