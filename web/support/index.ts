export { MessageList } from './message-list.tsx'
export { ReplyForm } from './reply-form.tsx'
export { RequestCard, RequestLoading } from './request-card.tsx'
export { StateBadge, stateNames } from './state-badge.tsx'
