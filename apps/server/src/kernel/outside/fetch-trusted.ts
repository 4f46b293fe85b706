export interface FetchLimits {
  timeoutMs: number
  maxBytes: number
}

/** Reads a body of at most `maxBytes` bytes; throws if it is longer. */
export const readBody = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new Error('not fetched: too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const send = async <T>(
  address: URL,
  { headers, ...init }: { method?: 'POST'; headers?: Record<string, string>; body?: string },
  { timeoutMs, maxBytes }: FetchLimits,
  read: (status: number, text: () => Promise<string>) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(address, {
    ...init,
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Parvis', ...headers },
  }).catch(() => {
    throw new Error(signal.aborted ? 'not fetched: too slow' : 'not fetched: not reached')
  })
  try {
    return await read(answer.status, async () => (answer.body ? String(await readBody(answer.body, maxBytes)) : ''))
  } finally {
    await answer.body?.cancel().catch(() => {})
  }
}

/** Fetches JSON from a URL of the operator. Follows no redirect; error messages do not contain the URL. */
export const fetchTrusted = (address: URL, limits: FetchLimits): Promise<unknown> =>
  send(address, {}, limits, async (status, text) => {
    if (status !== 200) throw new Error(`not fetched: answered ${status}`)
    return JSON.parse(await text())
  })

/** Posts to a URL that the operator has configured and returns the response, whatever its status. */
export const postTrusted = (
  address: URL,
  content: { headers: Record<string, string>; body: string },
  limits: FetchLimits,
): Promise<{ status: number; body: string }> =>
  send(address, { method: 'POST', ...content }, limits, async (status, text) => ({ status, body: await text() }))
