// Building blocks of HTML mails: tables and inline styles, as mail programs require.
/** Mail programs do not support custom properties, so the app's design tokens are repeated here. */
export const SANS = "'Hanken Grotesk',-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif"
export const DISPLAY = `'Bricolage Grotesque',${SANS}`
export const colour = {
  ground: '#f6f4ee',
  card: '#fffefb',
  line: '#e4e0d4',
  ink: '#1b2721',
  soft: '#4c5952',
  pine: '#1c5443',
  note: '#fcf0d5',
  onNote: '#6e4600',
} as const

export const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`
export const row = (cellAttributes: string, content: string) => `<tr><td ${cellAttributes}>${content}</td></tr>`
export const text = (html: string, kind: 'ink' | 'soft', extraStyle = '') =>
  `<p class="${kind}" style="margin:0;font-family:${SANS};font-size:${kind === 'ink' ? '17px;line-height:26px' : '14px;line-height:21px'};color:${colour[kind]};${extraStyle}">${html}</p>`
