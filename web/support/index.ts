export { MessageList, ReplyForm } from './messages.tsx'
export { RequestCard, RequestLoading, StateBadge, stateNames } from './request-card.tsx'
export { useFocusOnRequest } from './use-focus-on-request.ts'
