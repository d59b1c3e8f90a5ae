export { MessageList, ReplyForm } from './messages.tsx'
export { RequestCard, RequestLoading, StateBadge, stateNames } from './request-card.tsx'
