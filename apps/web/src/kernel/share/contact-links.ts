interface Address {
  address: string | null
  zipCode: string | null
  city: string | null
}

/** On one line; null without any part of it. */
export const addressOf = ({ address, zipCode, city }: Address): string | null =>
  [address, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null

/** The trunk zero in brackets is dialled inside the country only: +33(0)4 50 … → +33450… */
export const telephoneHref = (phone: string): string => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`

/** A page of the web, or nothing: what somebody typed is never run. */
export const webHref = (url: string): string | null => {
  try {
    const { protocol, href } = new URL(/^[a-z]+:/i.test(url) ? url : `https://${url}`)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** The part of a web address that people say aloud. */
export const spokenHost = (href: string): string => new URL(href).host.replace(/^www\./, '')
