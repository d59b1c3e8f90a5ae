export { BillingCard } from './billing-card.tsx'
