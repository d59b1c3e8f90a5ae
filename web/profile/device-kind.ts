/** Whether a device in words, "Safari on iPhone", is one that is held in the hand. */
export const isHandheld = (device: string): boolean => /\b(android|iphone|ipad|ios|mobile)\b/i.test(device)
