export { ShareReceipt } from './share-receipt.tsx'
