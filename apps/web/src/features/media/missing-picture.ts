import { withServerUrls } from '#web/kernel/shell/shell.ts'

/**
 * Finds out why a picture failed to load, which its `img` element does not report: it was refused (`gone`), or the
 * server did not answer properly (`lost`).
 */
export const findMissingReason = async (url: string): Promise<'gone' | 'lost'> => {
  const status = await fetch(import.meta.env.VITE_SERVER ? withServerUrls(url) : url, {
    credentials: 'same-origin',
  }).then(
    response => response.status,
    () => 0,
  )
  return status >= 400 && status < 500 ? 'gone' : 'lost'
}
