/** Saves a text among the user's downloads. */
export function saveFile(
  name: string,
  type: 'application/json' | 'text/csv' | 'text/plain',
  text: string,
): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
