/**
 * Why a picture did not come, which its element does not say: it was refused (`gone`), or nobody answered as they
 * should (`lost`).
 */
export const whyMissing = async (address: string): Promise<'gone' | 'lost'> => {
  const status = await fetch(address, { credentials: 'same-origin' }).then(
    answer => answer.status,
    () => 0,
  )
  return status >= 400 && status < 500 ? 'gone' : 'lost'
}
