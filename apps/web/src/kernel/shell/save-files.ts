import { Capacitor } from '@capacitor/core'
import { isApiPath } from '@parvis/contract/paths.ts'
import { ApiError, errorIn } from '../http/api.ts'
import { atServer, shellHeaders } from './shell.ts'

/** Files go over the bridge as text: in parts, of a length that base64 needs no filling for. */
const PART_BYTES = 3 * 256 * 1024

const base64Of = (part: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('a file that cannot be read'))
    reader.readAsDataURL(part)
  })

/** The phone asks where it is to go: among its files, into its calendar, to another app. */
const handOver = async (file: Blob, name: string) => {
  const [{ Directory, Filesystem }, { Share }] = await Promise.all([
    import('@capacitor/filesystem'),
    import('@capacitor/share'),
  ])
  const place = { path: name, directory: Directory.Cache }
  const { uri } = await Filesystem.writeFile({ ...place, data: await base64Of(file.slice(0, PART_BYTES)) })
  for (let at = PART_BYTES; at < file.size; at += PART_BYTES)
    await Filesystem.appendFile({ ...place, data: await base64Of(file.slice(at, at + PART_BYTES)) })
  try {
    await Share.share({ files: [uri] })
  } finally {
    // whoever took it has its own by now, or reads it in a moment
    setTimeout(() => void Filesystem.deleteFile(place).catch(() => {}), 60_000)
  }
}

const saveInBrowser = (file: Blob, name: string) => {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const nameOf = (answer: Response, path: string) =>
  /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ??
  path.replace(/[?#].*$/, '').replace(/^.*\//, '')

/** Only a name: no folder of the phone's can be meant by it. */
const plain = (name: string) => name.replace(/[/\\:]/g, '-').replace(/^\.+/, '') || 'parvis'

/** Throws what a call that fails throws. */
const fetchFile = async (path: string): Promise<Response> => {
  if (!isApiPath(path)) return fetch(path)
  const answer = await fetch(atServer(path), { credentials: 'omit', headers: shellHeaders() }).catch(cause => {
    throw new ApiError('networkerror', 0, { cause })
  })
  if (!answer.ok) throw errorIn(answer.status, await answer.json().catch(() => null))
  return answer
}

const save = async (path: string, name: string) => {
  const answer = await fetchFile(path)
  const called = plain(name || nameOf(answer, path))
  const file = await answer.blob()
  await (Capacitor.isNativePlatform() ? handOver(file, called) : saveInBrowser(file, called))
}

/** Sharing was called off: nothing went wrong. */
const isCalledOff = (error: unknown) => error instanceof Error && /cancel/i.test(error.message)

/**
 * A browser saves what a link with `download` names; a shell has no such way, and the server knows it by its token
 * alone. So each such link is followed by us. `tell` hears why one could not be.
 */
export const saveByHand = (tell: (error: unknown) => void): void =>
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null
    const path = link?.getAttribute('href')
    // a file that is here already is the browser's own matter where there is a browser
    if (!path || (path.startsWith('blob:') && !Capacitor.isNativePlatform())) return
    event.preventDefault()
    void save(path, link!.getAttribute('download') ?? '').catch((error: unknown) => isCalledOff(error) || tell(error))
  })
