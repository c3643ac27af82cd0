export { escapeHtml, htmlPage, noticePage, type Page } from './features/auth/sign-in-pages'
