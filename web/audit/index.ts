export { AccountEventsCard } from './account-events-card.tsx'
