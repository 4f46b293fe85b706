import { isAborted } from '../http/aborted.ts'

/** Opens the device's share sheet. False if the device has none; true also if the user closes the sheet. */
export const shareNatively = async (title: string, url: string): Promise<boolean> => {
  if (!navigator.share) return false
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return isAborted(error)
  }
}

export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Lets the browser save the file at this URL while receiving it; an empty `name` keeps the name of the file. */
export const downloadFile = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  // The native apps only notice the click of a link that is in the document.
  document.body.append(link)
  link.click()
  link.remove()
}
