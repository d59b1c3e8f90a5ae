export { MonitorButton } from './monitor-button.tsx'
