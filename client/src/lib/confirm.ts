/** Asks in the browser's own dialog before something is deleted. */
export const isConfirmed = (question: string): boolean => window.confirm(question)
