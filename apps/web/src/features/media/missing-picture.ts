import { withServerUrls } from '#web/kernel/shell/shell.ts'

/**
 * Finds out why a picture failed to load, which its `img` element does not report. `gone`: the server refused the
 * request, for example because the picture is deleted. `lost`: no network, or an error of the server.
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
