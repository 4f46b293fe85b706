import { Capacitor } from '@capacitor/core'
import { isApiPath } from '@parvis/contract/paths.ts'
import { ApiError, parseError } from '../http/api.ts'
import { serverUrl, shellHeaders } from './shell.ts'

/** Files cross the native bridge as base64, in parts of a multiple of 3 bytes, which need no padding. */
const PART_BYTES = 3 * 256 * 1024

const base64Of = (part: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('a file that cannot be read'))
    reader.readAsDataURL(part)
  })

const shareFile = async (file: Blob, name: string) => {
  const [{ Directory, Filesystem }, { Share }] = await Promise.all([
    import('@capacitor/filesystem'),
    import('@capacitor/share'),
  ])
  const target = { path: name, directory: Directory.Cache }
  const { uri } = await Filesystem.writeFile({ ...target, data: await base64Of(file.slice(0, PART_BYTES)) })
  for (let at = PART_BYTES; at < file.size; at += PART_BYTES)
    await Filesystem.appendFile({ ...target, data: await base64Of(file.slice(at, at + PART_BYTES)) })
  try {
    await Share.share({ files: [uri] })
  } finally {
    // Deleted after a minute, because the receiving app may still be reading the file.
    setTimeout(() => void Filesystem.deleteFile(target).catch(() => {}), 60_000)
  }
}

const saveInBrowser = (file: Blob, name: string) => {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const nameOf = (response: Response, path: string) =>
  /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
  path.replace(/[?#].*$/, '').replace(/^.*\//, '')

const safeFileName = (name: string) => name.replace(/[/\\:]/g, '-').replace(/^\.+/, '') || 'parvis'

const fetchFile = async (path: string): Promise<Response> => {
  if (!isApiPath(path)) return fetch(path)
  const response = await fetch(serverUrl(path), { credentials: 'omit', headers: shellHeaders() }).catch(cause => {
    throw new ApiError('networkerror', 0, { cause })
  })
  if (!response.ok) throw parseError(response.status, await response.json().catch(() => null))
  return response
}

const saveFile = async (path: string, name: string) => {
  const response = await fetchFile(path)
  const fileName = safeFileName(name || nameOf(response, path))
  const file = await response.blob()
  await (Capacitor.isNativePlatform() ? shareFile(file, fileName) : saveInBrowser(file, fileName))
}

const isCancelled = (error: unknown) => error instanceof Error && /cancel/i.test(error.message)

/** Fetches the files of links with `download`: a native shell cannot open them or send the session token with them. */
export const interceptDownloads = (onError: (error: unknown) => void): void =>
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null
    const path = link?.getAttribute('href')
    // A browser saves local files (`blob:`) by itself.
    if (!path || (path.startsWith('blob:') && !Capacitor.isNativePlatform())) return
    event.preventDefault()
    void saveFile(path, link!.getAttribute('download') ?? '').catch(
      (error: unknown) => isCancelled(error) || onError(error),
    )
  })
