/** `path` is the path of the interaction. */
export const googlePage = (path: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Sign in with Google</title>
<style>
:root { color-scheme: light dark }
body { margin: 15vh auto; max-width: 360px; padding: 0 16px; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 22px } label, input, button { box-sizing: border-box; display: block; font: inherit; width: 100% }
input, button { margin: 4px 0 16px; padding: 10px 12px }
</style></head><body><main>
<h1>Sign in with Google</h1>
<p>A fake Google for development: sign in with any email. Emails that start with "unverified" are not verified.</p>
<form action="${path}/login">
<label>Email address <input name="email" type="email" autocomplete="email" required autofocus></label>
<button>Sign in</button>
</form>
<a href="${path}/cancel">Cancel</a>
</main></body></html>
`
