export { canMonitor, MonitorButton } from './monitor-button.tsx'
