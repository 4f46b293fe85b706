interface Address {
  address: string | null
  zipCode: string | null
  city: string | null
}

export const formatPostalAddress = ({ address, zipCode, city }: Address): string | null =>
  [address, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null

/** A `tel:` URL. Removes a trunk zero in brackets, which is dialled inside the country only: +33(0)4 50 … → +33450… */
export const telephoneHref = (phone: string): string => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`

/** The http(s) URL, with `https://` if it has no scheme; otherwise null: user input must never become a script URL. */
export const webHref = (url: string): string | null => {
  try {
    const { protocol, href } = new URL(/^[a-z]+:/i.test(url) ? url : `https://${url}`)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

export const displayHost = (href: string): string => new URL(href).host.replace(/^www\./, '')
