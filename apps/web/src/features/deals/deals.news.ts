import { createNews } from '#web/kernel/news.ts'

/** Deals of others that arrived since the viewer was last at the top of a list. */
export const dealNews = createNews()
