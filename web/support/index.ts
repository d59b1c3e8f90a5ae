export { MessageList, ReplyForm } from './messages.tsx'
export { RequestPage, StateBadge, stateNames } from './request-page.tsx'
