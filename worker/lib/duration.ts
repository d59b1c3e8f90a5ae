/** A wait as people say it: "15 s", "2 minutes". Rounded up. */
export const inWords = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minute${seconds > 60 ? 's' : ''}`
