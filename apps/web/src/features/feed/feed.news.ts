import { createNews } from '#web/kernel/news.ts'

/** Posts of others that arrived since the viewer was last at the top of a list that shows them. */
export const { counter: newsCounter, add: addNews, forget: forgetNews, clear: clearNews, use: useNews } = createNews()
