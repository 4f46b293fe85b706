import { copyText } from '#web/kernel/share/share.ts'
import { showToast } from './toasts.ts'

/** Copies a text to the clipboard, and says by a toast whether that has succeeded. */
export const copyWithToast = async (text: string, copied: string, failed: string): Promise<void> => {
  if (await copyText(text)) showToast({ text: copied })
  else showToast({ kind: 'warning', text: failed })
}
