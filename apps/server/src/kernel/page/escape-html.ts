/** Escapes a text for HTML content and attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&"<]/g, letter => `&#${letter.charCodeAt(0)};`)
