/* Can reach_error be called? Component and interface disagree exactly if it can. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

typedef unsigned long long value;

void reach_error(void) { __assert_fail("0", "product.c", 0, "reach_error"); }

static void assume(value condition) {
  if (!condition) abort();
}

static value choose(value last) {
  value chosen = __VERIFIER_nondet_ulonglong();
  assume(chosen <= last);
  return chosen;
}

static value sign_bit(value a, unsigned width) { return a >> (width - 1) & 1; }

static long long as_signed(value a, unsigned width) {
  value high = width == 64 ? 0 : ~0ULL << width;
  return (long long)(sign_bit(a, width) ? a | high : a);
}

static value magnitude(value a, unsigned width) {
  value extended = (value)as_signed(a, width);
  return sign_bit(a, width) ? 0 - extended : extended;
}

/* Rounded towards zero. By zero: 1 for negative numbers and -1 otherwise. */
static value signed_quotient(value a, value b, unsigned width) {
  if (b == 0) return sign_bit(a, width) ? 1 : ~0ULL;
  value quotient = magnitude(a, width) / magnitude(b, width);
  return sign_bit(a, width) != sign_bit(b, width) ? 0 - quotient : quotient;
}

/* With the sign of the dividend. By zero: the dividend. */
static value signed_remainder(value a, value b, unsigned width) {
  if (b == 0) return a;
  value remainder = magnitude(a, width) % magnitude(b, width);
  return sign_bit(a, width) ? 0 - remainder : remainder;
}

static value shifted_right(value a, value by, unsigned width) {
  value high = sign_bit(a, width) && by > 0 ? ~0ULL << (64 - by) : 0;
  return (value)as_signed(a, width) >> by | high;
}
