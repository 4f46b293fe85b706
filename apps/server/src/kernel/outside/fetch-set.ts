/**
 * Fetches JSON from an address that the operator has set: it is trusted, whatever its scheme and wherever it is, but
 * led nowhere else, and neither waited for nor read for ever. Throws, with words that hold nothing of the address,
 * where there is no such answer.
 */
export const fetchSet = async (
  address: URL,
  { mostMs, mostBytes }: { mostMs: number; mostBytes: number },
): Promise<unknown> => {
  const signal = AbortSignal.timeout(mostMs)
  const answer = await fetch(address, {
    // a redirect is an answer like any other that is none
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Parvis' },
  }).catch(() => {
    throw new Error(signal.aborted ? 'not fetched: too slow' : 'not fetched: not reached')
  })
  try {
    if (answer.status !== 200) throw new Error(`not fetched: answered ${answer.status}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > mostBytes) throw new Error('not fetched: too long')
      chunks.push(chunk)
    }
    return JSON.parse(String(Buffer.concat(chunks)))
  } finally {
    await answer.body?.cancel().catch(() => {})
  }
}
