/** Rounded up: "15 s", "2 minutes". */
export const formatDuration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minute${seconds > 60 ? 's' : ''}`
