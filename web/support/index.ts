export { MessageList, ReplyForm } from './messages.tsx'
export { RequestCard, StateBadge, stateNames } from './request-card.tsx'
