import { escapeHtml, htmlPage, noticePage } from '../html/html-page'

export type SignInFields = { email: string; firstName: string; lastName: string }

export function signInPage(values: SignInFields, error?: string) {
  const field = (name: keyof SignInFields, label: string, attributes: string) =>
    `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(values[name])}" ${attributes}>`
  const invalid = error ? ' aria-invalid="true" aria-describedby="error"' : ''
  return htmlPage({
    title: 'Sign in to Lisa (development)',
    body: `<h1>Sign in to Lisa</h1>
<p>This sign-in is for development. It doesn't ask for a password: anyone who can reach this page can sign in as anyone.</p>
<form method="post" novalidate>
${field('email', 'Email', `type="email" autocomplete="email" autofocus required${invalid}`)}
${error ? `<strong class="error" id="error" role="alert">${escapeHtml(error)}</strong>` : ''}
${field('firstName', 'First name (optional)', 'autocomplete="given-name"')}
${field('lastName', 'Last name (optional)', 'autocomplete="family-name"')}
<button class="action">Sign in</button>
<button class="action quiet" name="cancel" value="yes">Cancel</button>
</form>`,
  })
}

export const refusedPage = (reason: string) =>
  noticePage({
    heading: "This sign-in can't continue",
    text: reason,
    action: 'Start again',
    href: '/api/login',
  })

/** `form` comes from the provider. It is submitted by script, or with a button where scripts are disabled. */
export const signingOutPage = (form: string) =>
  htmlPage({
    title: 'Signing out · Lisa',
    body: `<h1>Signing out</h1>
${form.replace('</form>', '<input type="hidden" name="logout" value="yes"><button class="action">Sign out</button></form>')}`,
    script: 'document.forms[0].submit()',
  })
