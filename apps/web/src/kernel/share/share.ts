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
