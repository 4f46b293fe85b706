import { withServerUrls } from '#web/kernel/shell/shell.ts'

/** Why an `img` failed. `gone`: refused, for example because deleted. `lost`: no network or a server error. */
export const findMissingReason = async (url: string): Promise<'gone' | 'lost'> => {
  const status = await fetch(import.meta.env.VITE_SERVER ? withServerUrls(url) : url, {
    credentials: 'same-origin',
  }).then(
    response => response.status,
    () => 0,
  )
  return status >= 400 && status < 500 ? 'gone' : 'lost'
}
