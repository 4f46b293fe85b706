import type { ChangeEvent } from 'react'

/** The `onChange` of a file input: passes the file on, also if the same file is picked again. */
export const pickFile = (onPick: (file: File) => void) => (event: ChangeEvent<HTMLInputElement>) => {
  const file = event.target.files?.[0]
  event.target.value = ''
  if (file) onPick(file)
}
