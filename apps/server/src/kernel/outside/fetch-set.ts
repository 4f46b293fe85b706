export interface SetLimits {
  mostMs: number
  mostBytes: number
}

const readText = async (body: Response['body'], mostBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > mostBytes) throw new Error('not fetched: too long')
    chunks.push(chunk)
  }
  return String(Buffer.concat(chunks))
}

const ask = async <T>(
  address: URL,
  { headers, ...init }: { method?: 'POST'; headers?: Record<string, string>; body?: string },
  { mostMs, mostBytes }: SetLimits,
  read: (status: number, text: () => Promise<string>) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(mostMs)
  const answer = await fetch(address, {
    ...init,
    // a redirect is treated as a failed response
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Parvis', ...headers },
  }).catch(() => {
    throw new Error(signal.aborted ? 'not fetched: too slow' : 'not fetched: not reached')
  })
  try {
    return await read(answer.status, () => readText(answer.body, mostBytes))
  } finally {
    await answer.body?.cancel().catch(() => {})
  }
}

/**
 * Fetches JSON from a URL configured by the operator. It is trusted whatever its scheme and address, but redirects are
 * not followed, and time and size are limited. Errors do not contain the URL, which may hold a secret.
 */
export const fetchSet = (address: URL, limits: SetLimits): Promise<unknown> =>
  ask(address, {}, limits, async (status, text) => {
    if (status !== 200) throw new Error(`not fetched: answered ${status}`)
    return JSON.parse(await text())
  })

/** Posts to such a URL and returns the response, whatever its status. */
export const postToSet = (
  address: URL,
  posted: { headers: Record<string, string>; body: string },
  limits: SetLimits,
): Promise<{ status: number; body: string }> =>
  ask(address, { method: 'POST', ...posted }, limits, async (status, text) => ({ status, body: await text() }))
