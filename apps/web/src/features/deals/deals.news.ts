import { createNews } from '#web/kernel/news.ts'

/** Others' deals that came since the reader was last at the top of a list that shows them. */
export const dealNews = createNews()
