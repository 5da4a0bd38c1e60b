/** Code of another class that grows large where it is followed into. */
class Engine {
    private int state;

    void step(int by) {
        state += by;
        if (state == 0) {
            state = 3;
        }
        if (state == 1) {
            state = 10;
        }
        if (state == 2) {
            state = 17;
        }
        if (state == 3) {
            state = 24;
        }
        if (state == 4) {
            state = 31;
        }
        if (state == 5) {
            state = 38;
        }
        if (state == 6) {
            state = 5;
        }
        if (state == 7) {
            state = 12;
        }
        if (state == 8) {
            state = 19;
        }
        if (state == 9) {
            state = 26;
        }
        if (state == 10) {
            state = 33;
        }
        if (state == 11) {
            state = 0;
        }
        if (state == 12) {
            state = 7;
        }
        if (state == 13) {
            state = 14;
        }
        if (state == 14) {
            state = 21;
        }
        if (state == 15) {
            state = 28;
        }
        if (state == 16) {
            state = 35;
        }
        if (state == 17) {
            state = 2;
        }
        if (state == 18) {
            state = 9;
        }
        if (state == 19) {
            state = 16;
        }
        if (state == 20) {
            state = 23;
        }
        if (state == 21) {
            state = 30;
        }
        if (state == 22) {
            state = 37;
        }
        if (state == 23) {
            state = 4;
        }
        if (state == 24) {
            state = 11;
        }
        if (state == 25) {
            state = 18;
        }
        if (state == 26) {
            state = 25;
        }
        if (state == 27) {
            state = 32;
        }
        if (state == 28) {
            state = 39;
        }
        if (state == 29) {
            state = 6;
        }
        if (state == 30) {
            state = 13;
        }
        if (state == 31) {
            state = 20;
        }
        if (state == 32) {
            state = 27;
        }
        if (state == 33) {
            state = 34;
        }
        if (state == 34) {
            state = 1;
        }
        if (state == 35) {
            state = 8;
        }
        if (state == 36) {
            state = 15;
        }
        if (state == 37) {
            state = 22;
        }
        if (state == 38) {
            state = 29;
        }
        if (state == 39) {
            state = 36;
        }
    }
}
